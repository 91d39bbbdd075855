import type { Socket } from 'node:net'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#database/database.ts'

type GivenUser = { userId: string; email: string }

/** Large enough that a sequential scan would be noticed. */
export const rowCounts = {
  users: 20_000,
  groups: 20_000,
  memberships: 100_000,
  notices: 50_000,
  notifications: 1_000_000,
}

/**
 * Fills the database like that of a large site: half a year of notices with 20 recipients each, half of them read, and a session
 * for each user. Each group has a pending and a declined invitation. A few sessions, invitations and sign-ups have expired. The
 * given user is a member of 20 groups and has 3 invitations.
 */
export async function fillDatabase(database: Database, now: Date, member: GivenUser): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await database.transaction(async transaction => {
    await transaction.execute(sql`set local statement_timeout = 0`)
    disableSocketTimeout(transaction)
    // Checking each foreign key would take most of the time.
    await transaction.execute(sql`set local session_replication_role = replica`)
    for (const statement of [...usersAndGroups(at, member), ...notificationsAndInvitations(at, member)])
      await transaction.execute(statement)
  })
  await database.execute(sql`analyze`)
}

/** A long statement sends nothing, and the connection would be taken for dead. */
function disableSocketTimeout(transaction: Transaction): void {
  const { session } = transaction as unknown as { session: { client: { connection?: { stream: Socket } } } }
  session.client.connection?.stream.setTimeout(0)
}

const usersAndGroups = (at: SQL, { userId }: GivenUser) => [
  sql`
    insert into users (uid, email, display_name, password_hash, created_at, email_verified_at)
    select ${idOf('user', 'n')}, n || '@example.org', 'Person ' || n, '-', ${at}, ${at}
    from generate_series(0, ${rowCounts.users - 1}::int) n
    union all
    select ${idOf('late', 'n')}, n || '@late.example.org', 'Late ' || n, '-', ${at} - interval '20 days', null
    from generate_series(1, 5) n`,
  sql`
    insert into sessions (token_hash, user_id, created_at, expires_at)
    select sha256(('session ' || n)::bytea), ${idOf('user', 'n')}, ${at}, ${at} + ${expiresIn(20)}
    from generate_series(0, ${rowCounts.users - 1}::int) n`,
  sql`
    insert into groups (id, name, description, created_by, created)
    select ${idOf('group', 'n')}, 'Group ' || n, '', ${idOf('user', creator)}, ${at}
    from generate_series(0, ${rowCounts.groups - 1}::int) n`,
  sql`
    insert into memberships (group_id, user_id, status, last_updated, joined_at)
    select ${idOf('group', 'n / 5')}, ${idOf('user', `n % ${rowCounts.users}`)}, n % 3 = 0, ${at}, ${at}
    from generate_series(0, ${rowCounts.memberships - 1}::int) n
    union all
    select ${idOf('group', 'n')}, ${userId}, true, ${at}, ${at} from generate_series(1, 20) n`,
]

const notificationsAndInvitations = (at: SQL, { userId, email }: GivenUser) => [
  sql`
    insert into notices (type, action, message, created_at)
    select 'membership', 'status', 'Somebody is now available', ${at} - (${rowCounts.notices}::int - n) * interval '5 minutes'
    from generate_series(1, ${rowCounts.notices}::int) n`,
  sql`
    insert into notifications (user_id, notice_id, read)
    select ${idOf('user', `(notice * 20 + n) % ${rowCounts.users}`)}, notice, notice % 20 > 0 and notice > 20000
    from generate_series(1, ${rowCounts.notices}::int) notice, generate_series(1, 20) n
    union all
    select ${userId}, notice * 100, notice % 4 > 0 from generate_series(1, 400) notice`,
  sql`
    insert into invitations (id, group_id, email, invited_by, message, status, created_at, updated_at, expires_at)
    select ${idOf('', 'n')} || status, ${idOf('group', 'n')}, n || 'x@example.org', ${idOf('user', creator)}, '', status,
      ${at}, ${at}, ${at} + ${expiresIn(5)}
    from generate_series(0, ${rowCounts.groups - 1}::int) n, unnest(array['pending', 'declined']) status
    union all
    select ${idOf('mine', 'n')}, ${idOf('group', 'n + 100')}, ${email}, ${idOf('user', 'n * 5 + 500')}, '', 'pending',
      ${at}, ${at}, ${at} + interval '5 days'
    from generate_series(1, 3) n`,
]

// A group consists of five consecutive users. The first is its creator.
const creator = `n * 5 % ${rowCounts.users}`

/** The first five rows have expired. */
function expiresIn(days: number) {
  return sql.raw(`case when n < 5 then -1 else ${days} end * interval '1 day'`)
}

function idOf(prefix: string, number: string) {
  return sql.raw(`'${prefix}' || lpad((${number})::text, ${12 - prefix.length}, '0')`)
}
