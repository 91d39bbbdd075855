import pg from 'pg'
import { OperatorError } from '#platform/config/operator-error.ts'
import type { ClientSettings } from './database-client.ts'

const answerMs = 5_000

/**
 * Throws OperatorError if the pooler between `client` and PostgreSQL does not keep a session for each connection. In that case,
 * locks would stay with the pooler, and `listen` would receive nothing.
 */
export async function requireOwnSession(client: pg.Client, settings: ClientSettings): Promise<void> {
  const other = new pg.Client({ ...settings, query_timeout: answerMs })
  other.on('error', () => {})
  await other.connect()
  try {
    const before = await pidOf(client)
    await other.query('begin').catch(error => {
      throw /statement pool/.test(error.message) ? notASession() : error
    })
    // In a pooler's transaction mode, both clients use the same session of PostgreSQL one after the other.
    if (before === (await pidOf(other)) || before !== (await pidOf(client))) throw notASession()
  } catch (error) {
    if ((error as Error).message === 'Query read timeout')
      throw new OperatorError(
        'The pooler of DATABASE_URL gives too few connections at a time: raise its pool size (default_pool_size of PgBouncer).',
      )
    throw error
  } finally {
    await other.end().catch(() => {})
  }
}

async function pidOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

function notASession(): OperatorError {
  return new OperatorError(
    'DATABASE_URL leads to a pooler that does not keep a session for each connection: use its session mode (pool_mode = session in PgBouncer), or the address of PostgreSQL itself.',
  )
}
