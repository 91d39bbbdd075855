import type { Finding } from '@grouplight/contract/operator.ts'
import { type Queryable, rows } from '#platform/database/database.ts'
import type { Services } from '#services.ts'
import { fine, wrong } from './finding.ts'

/** A node also opens connections for the bus and, for short times, for periodic jobs. */
const besides = 10

/** Compares the connections that all nodes may open with those that PostgreSQL allows. */
export async function* checkConnections({
  database,
  config: { databaseConnections: perNode },
}: Pick<Services, 'database' | 'config'>): AsyncGenerator<Finding> {
  const [found] = await rows<{ allowed: number }>(database)`
    select least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as allowed`
  const { allowed = 0 } = found ?? {}
  const nodes = await countNodes(database)
  const needed = nodes * (perNode + besides)
  const text = `${nodes === 1 ? '1 node' : `${nodes} nodes`} with DATABASE_CONNECTIONS ${perNode} may open ${needed} connections; PostgreSQL allows ${allowed}`
  yield needed > allowed
    ? wrong('connections', `${text}: raise max_connections, or lower DATABASE_CONNECTIONS`)
    : fine('connections', text)
}

/** Counts the nodes on a database at a URL. */
export async function countNodes(on: Queryable): Promise<number> {
  const [found] = await rows<{ nodes: number }>(on)`
    select greatest(1,
        count(*) filter (where application_name like 'grouplight server % bus'),
        count(distinct client_addr) filter (where application_name like 'grouplight server %'))::int as nodes
    from pg_stat_activity where datname = current_database()`
  return found?.nodes ?? 1
}
