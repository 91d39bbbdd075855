import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, rows } from './database.ts'
import { knownVersions, latestVersion, oldestCompatibleSchema } from './migration-files.ts'

/** The `application_name` of a server's connections. It tells other servers the newest schema that this server knows. */
export const connectionName = nameWith(latestVersion())
export const busConnectionName = `${connectionName} bus`
/** Tells other servers the schema that they must know from now on, as long as this connection migrates or waits for them to end. */
export const migratorName = `grouplight migration ${oldestCompatibleSchema}`

const versions = knownVersions()
const compatibleNames = JSON.stringify(
  versions
    .slice(versions.indexOf(oldestCompatibleSchema))
    .flatMap(schema => [nameWith(schema), `${nameWith(schema)} bus`]),
)
const ofServer = sql`application_name like 'grouplight server %'`
const ofMigrator = sql`application_name like 'grouplight migration %'`

export async function hasConnectedServers(on: Queryable): Promise<boolean> {
  return isConnected(on, ofServer)
}

/** Returns the schemas that other connections bring or wait to bring. */
export async function announcedSchemas(on: Queryable): Promise<string[]> {
  const found = await rows<{ schema: string }>(on)`
    select split_part(application_name, ' ', 3) as schema from pg_stat_activity
    where datname = current_database() and ${ofMigrator} and pid <> pg_backend_pid()`
  return found.map(({ schema }) => schema)
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
  const found = await rows(on)`
    select pid from pg_stat_activity
    where datname = current_database() and ${whose} and pid <> pg_backend_pid() limit 1`
  return found.length > 0
}
