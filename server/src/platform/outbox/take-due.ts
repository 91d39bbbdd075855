import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Free, Lease } from './channel.ts'

type Due = {
  /** The name of a table with the columns `id`, `attempts` and `next_attempt_at`. */
  table: SQL
  isWaiting?: SQL
  /** An SQL expression for the owner of a row. It is evaluated only if there are owners to leave out or to put last. */
  owner: SQL
}

/**
 * An SQL statement without `returning`. It takes a lease on due rows: the end of the lease becomes their `next_attempt_at`.
 */
export function takeDue({ table, isWaiting = sql`true`, owner }: Due, free: Free, lease: Lease): SQL {
  return sql`
    update ${table} set attempts = attempts + 1, next_attempt_at = ${lease.until.toISOString()}
    where id in (
      select id from ${table}
      where ${isWaiting} and next_attempt_at <= ${lease.now.toISOString()} and ${hasSlot(owner, free)}
      order by ${idleFirst(owner, free)} next_attempt_at limit ${free.room} for update skip locked
    )`
}

/** A condition in SQL. True if there is no owner, for example because the device of a push has been deleted. */
export function hasSlot(owner: SQL, { full }: Pick<Free, 'full'>): SQL {
  return full.length > 0 ? sql`coalesce(${owner} <> all(${sql.param(full)}::text[]), true)` : sql`true`
}

/** The beginning of a list for `order by`. */
export function idleFirst(owner: SQL, { busy }: Pick<Free, 'busy'>): SQL {
  return busy.length > 0 ? sql`${owner} = any(${sql.param(busy)}::text[]),` : sql``
}

/** A condition in SQL: if the attempt has taken longer than its lease, another attempt may have a lease by now. */
export function isLeased(
  table: { id: PgColumn; nextAttemptAt: PgColumn },
  { id, leasedUntil }: { id: string | number; leasedUntil: Date },
): SQL | undefined {
  return and(eq(table.id, id), eq(table.nextAttemptAt, leasedUntil))
}
