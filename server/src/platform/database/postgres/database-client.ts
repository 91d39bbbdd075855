import pg from 'pg'
import { tlsSettings } from './tls-settings.ts'

/** What a connection is for. Only the statements of the server have a time limit. */
export type Use = 'server' | 'command' | 'lock' | 'bus'

export type ClientSettings = pg.ClientConfig & { session: Record<string, string> }

/** Opens a connection for `settings.session`. `listen` is called before the connection opens. */
export async function openClient(
  settings: ClientSettings,
  listen: (client: pg.Client) => void = () => {},
): Promise<pg.Client> {
  const client = new pg.Client(settings)
  // Without a listener, losing the connection would end the process.
  client.on('error', () => {})
  listen(client)
  try {
    await client.connect()
    await prepareSession(client, settings)
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}

/**
 * Gives a new session the settings that the code depends on, whatever the database, the role or a pooler has set. They are set by a
 * statement, because poolers refuse most parameters at the start of a connection.
 */
export async function prepareSession(client: pg.ClientBase, { session }: ClientSettings): Promise<void> {
  await client.query(statementFor({ ...sessionSettings, ...session }))
}

export function clientSettings(databaseUrl: string, name: string, use: Use): ClientSettings {
  const limit = use === 'server' ? String(statementMs) : '0'
  return {
    ...tlsSettings(databaseUrl),
    connectionTimeoutMillis: use === 'bus' ? 2_000 : 5_000,
    application_name: name,
    keepAlive: use === 'bus',
    session: {
      statement_timeout: limit,
      idle_in_transaction_session_timeout: limit,
      ...(use === 'bus' && { synchronous_commit: 'off' }),
    },
  }
}

// A browser waits 20 s for a response. The server must respond earlier, even if a statement had to wait for a connection.
const statementMs = 10_000

const sessionSettings: Record<string, string> = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  client_encoding: 'UTF8',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  row_security: 'on',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  lock_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
}

function statementFor(settings: Record<string, string>): string {
  const values = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`)
  // Older versions of PostgreSQL lack some of these settings.
  return `select pg_catalog.set_config(name, value, false) from (values ${values.join()}) s (name, value)
    where pg_catalog.current_setting(name, true) is not null`
}
