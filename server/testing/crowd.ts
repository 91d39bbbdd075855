import type { Socket } from 'node:net'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#database/database.ts'

type Member = { userId: string; email: string }

/** How large the tables are whose reading from end to end nobody should wait for. */
export const crowd = {
  users: 20_000,
  groups: 20_000,
  memberships: 100_000,
  notices: 50_000,
  notifications: 1_000_000,
}

/**
 * Fills the database as a large installation's is: half a year of notices, each told to 20 people and half of them read; a
 * session each; two invitations to each group, of which one is pending; a few sessions, invitations and sign-ups whose time
 * is over. One person is a member of 20 of the groups and has 3 invitations.
 */
export async function gatherCrowd(database: Database, now: Date, member: Member): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await database.transaction(async transaction => {
    await transaction.execute(sql`set local statement_timeout = 0`)
    mayBeSilent(transaction)
    // The rows refer to each other rightly: asking each of them would take most of the time.
    await transaction.execute(sql`set local session_replication_role = replica`)
    for (const statement of [...peopleInGroups(at, member), ...whatTheyHeard(at, member)])
      await transaction.execute(statement)
  })
  await database.execute(sql`analyze`)
}

/** Lets PostgreSQL work as long as it takes: otherwise a connection that says nothing for so long passes for dead. */
function mayBeSilent(transaction: Transaction): void {
  const { session } = transaction as unknown as { session: { client: { connection?: { stream: Socket } } } }
  session.client.connection?.stream.setTimeout(0)
}

const peopleInGroups = (at: SQL, { userId }: Member) => [
  sql`
    insert into users (uid, email, display_name, password_hash, created_at, email_verified_at)
    select ${idOf('user', 'n')}, n || '@example.org', 'Person ' || n, '-', ${at}, ${at}
    from generate_series(0, ${crowd.users - 1}::int) n
    union all
    select ${idOf('late', 'n')}, n || '@late.example.org', 'Late ' || n, '-', ${at} - interval '20 days', null
    from generate_series(1, 5) n`,
  sql`
    insert into sessions (token_hash, user_id, created_at, expires_at)
    select sha256(('session ' || n)::bytea), ${idOf('user', 'n')}, ${at}, ${at} + ${mostly(20)}
    from generate_series(0, ${crowd.users - 1}::int) n`,
  sql`
    insert into groups (id, name, description, created_by, created)
    select ${idOf('group', 'n')}, 'Group ' || n, '', ${idOf('user', creator)}, ${at}
    from generate_series(0, ${crowd.groups - 1}::int) n`,
  sql`
    insert into memberships (group_id, user_id, status, last_updated, joined_at)
    select ${idOf('group', 'n / 5')}, ${idOf('user', `n % ${crowd.users}`)}, n % 3 = 0, ${at}, ${at}
    from generate_series(0, ${crowd.memberships - 1}::int) n
    union all
    select ${idOf('group', 'n')}, ${userId}, true, ${at}, ${at} from generate_series(1, 20) n`,
]

const whatTheyHeard = (at: SQL, { userId, email }: Member) => [
  sql`
    insert into notices (type, action, message, created_at)
    select 'membership', 'status', 'Somebody is now available', ${at} - (${crowd.notices}::int - n) * interval '5 minutes'
    from generate_series(1, ${crowd.notices}::int) n`,
  sql`
    insert into notifications (user_id, notice_id, read)
    select ${idOf('user', `(notice * 20 + n) % ${crowd.users}`)}, notice, notice % 20 > 0 and notice > 20000
    from generate_series(1, ${crowd.notices}::int) notice, generate_series(1, 20) n
    union all
    select ${userId}, notice * 100, notice % 4 > 0 from generate_series(1, 400) notice`,
  sql`
    insert into invitations (id, group_id, email, invited_by, message, status, created_at, updated_at, expires_at)
    select ${idOf('', 'n')} || status, ${idOf('group', 'n')}, n || 'x@example.org', ${idOf('user', creator)}, '', status,
      ${at}, ${at}, ${at} + ${mostly(5)}
    from generate_series(0, ${crowd.groups - 1}::int) n, unnest(array['pending', 'declined']) status
    union all
    select ${idOf('mine', 'n')}, ${idOf('group', 'n + 100')}, ${email}, ${idOf('user', 'n * 5 + 500')}, '', 'pending',
      ${at}, ${at}, ${at} + interval '5 days'
    from generate_series(1, 3) n`,
]

// Each group is the five people from one number on; the first of them made it.
const creator = `n * 5 % ${crowd.users}`

/** So many days to go, but for the first few, whose time is over. */
function mostly(days: number) {
  return sql.raw(`case when n < 5 then -1 else ${days} end * interval '1 day'`)
}

/** Twelve letters and digits, as all ids are. */
function idOf(prefix: string, number: string) {
  return sql.raw(`'${prefix}' || lpad((${number})::text, ${12 - prefix.length}, '0')`)
}
