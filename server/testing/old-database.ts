import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { connectDatabase } from '#database/connect-database.ts'
import { type Database, rows } from '#database/database.ts'
import { knownVersions, withMigrationsUpTo } from '#database/migration-files.ts'

type Connection = Parameters<typeof connectDatabase>[0]

/** Creates a database with the oldest schema and some rows. Returns a hash of these rows: see `fingerprintOf`. */
export async function makeOldDatabase(connection: Connection): Promise<string> {
  const { database, migrate, close } = await connectDatabase(connection, () => {})
  const [oldest = ''] = knownVersions()
  await withMigrationsUpTo(oldest, migrate)
  await database.transaction(async transaction => {
    for (const statement of contents) await transaction.execute(sql.raw(statement))
  })
  const fingerprint = await fingerprintOf(database)
  await close()
  return fingerprint
}

/** Returns a hash of the rows of `makeOldDatabase`. Reads only columns that every schema has, even if under another name. */
export async function fingerprintOf(database: Database): Promise<string> {
  const hash = createHash('sha256')
  const [found] = await rows<{ isRenamed: boolean }>(
    database,
    sql`select to_regclass('outbox') is not null as "isRenamed"`,
  )
  for (const columns of found?.isRenamed ? renamed : kept) {
    const [found] = await rows<{ text: string }>(
      database,
      sql.raw(`select string_agg(t::text, '' order by t::text) as text from (${columns}) t`),
    )
    hash.update(found?.text ?? '')
  }
  return hash.digest('hex')
}

const time = `'${new Date().toISOString()}'` // maintenance would remove rows with old times
const userCount = 200
const notices = 1_000

const contents = [
  `insert into users (id, email, display_name, password_hash, created_at, email_verified_at)
    select 'user' || n, n || '@example.org', 'User ' || n, '-', ${time}, ${time} from generate_series(1, ${userCount}) n`,
  `insert into groups (id, name, description, created_by, created_at)
    select 'group' || n, 'Group ' || n, '', 'user' || n, ${time} from generate_series(1, ${userCount}) n`,
  `insert into memberships (group_id, user_id, available, available_since, joined_at)
    select 'group' || n, 'user' || n, true, ${time}, ${time} from generate_series(1, ${userCount}) n`,
  `insert into notices (type, action, message, created_at)
    select 'membership', 'status', 'Somebody is now available', ${time} from generate_series(1, ${notices}) n`,
  `insert into notifications (user_id, notice_id, read)
    select 'user' || reader, notice, notice % 2 = 0
    from generate_series(1, 20) reader, generate_series(1, ${notices}) notice`,
]

const kept = [
  'select id, email, display_name, password_hash, created_at, email_verified_at from users',
  'select id, name, description, created_by, created_at, version from groups',
  'select group_id, user_id, available, available_since, joined_at from memberships',
  'select id, type, action, message, created_at from notices',
  'select user_id, notice_id, read from notifications',
]

// Newer schemas have other names for some of these columns.
const renamed = kept.map(columns =>
  columns
    .replace('select id, email', 'select uid, email')
    .replace('created_by, created_at', 'created_by, created')
    .replace('available, available_since', 'status, last_updated'),
)
