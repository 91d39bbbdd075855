import pg from 'pg'
import { OperatorError } from '#platform/config/operator-error.ts'
import type { ClientSettings } from './database-client.ts'
import { DatabaseFailure } from './explain-failure.ts'
import { requireOwnSession } from './require-own-session.ts'

const oldestVersion = 13

type Found = {
  name: string
  version: number
  encoding: string
  isStandby: boolean
  isReadOnly: boolean
  searchPath: string
  pid: number
}

/** Throws OperatorError if the server cannot use the database. Uses connections without our session settings, to see the operator's. */
export async function checkServer(settings: ClientSettings): Promise<void> {
  const client = new pg.Client(settings)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Found>(question)
    const [found] = rows
    if (!found) throw new OperatorError('The database of DATABASE_URL does not describe itself.')
    requireUsable(found)
    // A pooler gives its clients numbers of its own.
    const { processID } = client as unknown as { processID: number | null }
    if (processID !== found.pid) await requireOwnSession(client, settings)
  } finally {
    await client.end().catch(() => {})
  }
}

const question = `
  select quote_ident(current_database()) as name, current_setting('server_version_num')::int / 10000 as version,
    current_setting('server_encoding') as encoding, pg_is_in_recovery() as "isStandby",
    current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
    current_setting('search_path') as "searchPath", pg_backend_pid() as pid`

function requireUsable({ name, version, encoding, isStandby, isReadOnly, searchPath }: Found): void {
  if (version < oldestVersion)
    throw new OperatorError(
      `PostgreSQL ${version} of DATABASE_URL is too old: upgrade it to ${oldestVersion} or newer.`,
    )
  if (encoding !== 'UTF8')
    throw new OperatorError(
      `The database ${name} of DATABASE_URL has the encoding ${encoding}: create it with UTF8 (create database … encoding 'UTF8' template template0).`,
    )
  if (isStandby)
    throw new DatabaseFailure(
      `The database ${name} of DATABASE_URL is a read-only standby: set DATABASE_URL to the primary, or promote the standby.`,
      { mayPass: true },
    )
  if (isReadOnly)
    throw new OperatorError(
      `The database ${name} of DATABASE_URL is read-only: reset default_transaction_read_only (alter database ${name} reset default_transaction_read_only; alter role … reset default_transaction_read_only).`,
    )
  if (!usesPublic(searchPath))
    throw new OperatorError(
      `search_path of the database ${name} is '${searchPath}', but Grouplight keeps its tables in the schema public: give it a database of its own, and reset search_path (alter role … reset search_path, and in DATABASE_URL).`,
    )
}

// An empty search path is a precaution against schemas of strangers. It does not ask for another schema.
function usesPublic(searchPath: string): boolean {
  const schemas = searchPath.split(',').map(schema => schema.trim().replaceAll('"', ''))
  return schemas.includes('public') || schemas.every(schema => /^(|\$user|pg_catalog|pg_temp)$/.test(schema))
}
