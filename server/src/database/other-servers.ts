import { sql } from 'drizzle-orm'
import { type Queryable, rows } from './database.ts'

/** Whether another process of the product has the same database open: one by URL may have many. */
export async function othersAreConnected(on: Queryable): Promise<boolean> {
  const others = await rows(
    on,
    sql`
      select pid from pg_stat_activity
      where datname = current_database() and application_name in ('grouplight', 'grouplight bus') and pid <> pg_backend_pid() limit 1`,
  )
  return others.length > 0
}
