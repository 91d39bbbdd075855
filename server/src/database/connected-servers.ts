import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, rows } from './database.ts'
import { knownVersions, latestVersion, oldestCompatibleSchema } from './migration-files.ts'

/** The `application_name` of a server's connections. It tells other servers the newest schema that this server knows. */
export const connectionName = nameWith(latestVersion())
export const busConnectionName = `${connectionName} bus`

const versions = knownVersions()
const compatibleNames = JSON.stringify(
  versions
    .slice(versions.indexOf(oldestCompatibleSchema))
    .flatMap(schema => [nameWith(schema), `${nameWith(schema)} bus`]),
)
const ofServer = sql`(application_name in ('grouplight', 'grouplight bus') or application_name like 'grouplight server %')`

export async function hasConnectedServers(on: Queryable): Promise<boolean> {
  return isConnected(on, ofServer)
}

/** Returns true if a connected server cannot use the schema of this program, or has a schema that this program does not know. */
export async function hasIncompatibleServers(on: Queryable): Promise<boolean> {
  return isConnected(
    on,
    sql`${ofServer} and application_name not in (select jsonb_array_elements_text(${compatibleNames}::jsonb))`,
  )
}

function nameWith(schema: string): string {
  return `grouplight server ${schema}`
}

async function isConnected(on: Queryable, whose: SQL): Promise<boolean> {
  const found = await rows(
    on,
    sql`
      select pid from pg_stat_activity
      where datname = current_database() and ${whose} and pid <> pg_backend_pid() limit 1`,
  )
  return found.length > 0
}
