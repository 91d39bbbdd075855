import type { Socket } from 'node:net'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'

type GivenUser = { userId: string; email: string }

/** The approximate numbers of rows in some of the tables. */
export const rowCounts = {
  users: 20_000,
  groups: 40_000,
  memberships: 100_000,
  notices: 50_000,
  notifications: 200_000,
  status_notices: 1_000_000,
  status_readings: 50_000,
  follows: 100_000,
}
/** `fillDatabase` puts `member` into `ownGroups` groups with `perOwnGroup` status notices each. Other groups have `perGroup`. */
const [ownGroups, perOwnGroup, perGroup] = [100, 1_000, 25]

/**
 * Fills the database with the data of a large site. Puts the user `member` into 100 groups with different ringing rules, and adds
 * 3 invitations for this user. Does not create this user.
 */
export async function fillDatabase(database: Database, now: Date, member: GivenUser): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await database.transaction(async transaction => {
    await transaction.execute(sql`set local statement_timeout = 0`)
    disableSocketTimeout(transaction)
    // Replication mode skips the checks of foreign keys, which would take most of the time.
    await transaction.execute(sql`set local session_replication_role = replica`)
    for (const statement of [...usersAndGroups(at, member), ...notificationsAndInvitations(at, member)])
      await transaction.execute(statement)
  })
  await database.execute(sql`analyze`)
}

/** A timeout would close the connection to the database during a long statement, because PostgreSQL sends no data meanwhile. */
function disableSocketTimeout(transaction: Transaction): void {
  const { session } = transaction as unknown as { session: { client: { connection?: { stream: Socket } } } }
  session.client.connection?.stream.setTimeout(0)
}

const usersAndGroups = (at: SQL, { userId }: GivenUser) => [
  sql`
    insert into users (uid, email, display_name, password_hash, created_at, email_verified_at)
    select ${idOf('user', 'n')}, n || '@example.org', 'User ' || n, '-', ${at}, ${at}
    from generate_series(0, ${rowCounts.users - 1}::int) n`,
  sql`
    insert into sessions (token_hash, user_id, created_at, expires_at)
    select sha256(('session ' || n)::bytea), ${idOf('user', 'n')}, ${at}, ${at} + ${expiresIn(20)}
    from generate_series(0, ${rowCounts.users - 1}::int) n`,
  sql`
    insert into groups (id, name, description, created_by, created, notice_count)
    select ${idOf('group', 'n')}, 'Group ' || n, '', ${idOf('user', creator)}, ${at},
      case when n < ${ownGroups}::int then ${perOwnGroup}::int else ${perGroup}::int end
    from generate_series(0, ${rowCounts.groups - 1}::int) n`,
  sql`
    insert into memberships (group_id, user_id, status, last_updated, joined_at, rings)
    select ${idOf('group', 'n / 5')}, ${idOf('user', `n % ${rowCounts.users}`)}, n % 3 = 0, ${at}, ${at}, 'all'
    from generate_series(0, ${rowCounts.memberships - 1}::int) n
    union all
    select ${idOf('group', 'n')}, ${userId}, true, ${at}, ${at},
      case n % 5 when 0 then 'followed' when 1 then 'none' else 'all' end
    from generate_series(0, ${ownGroups - 1}::int) n`,
  sql`
    insert into follows (group_id, user_id, member_id)
    select ${idOf('group', 'n / 5')}, ${idOf('user', `n % ${rowCounts.users}`)},
      ${idOf('user', `(n / 5 * 5 + (n + 1) % 5) % ${rowCounts.users}`)}
    from generate_series(0, ${rowCounts.follows - 1}::int) n
    union all
    select ${idOf('group', 'n')}, ${userId}, ${idOf('user', `(n * 5 + followed) % ${rowCounts.users}`)}
    from generate_series(0, ${ownGroups - 1}::int) n, generate_series(1, 2) followed`,
]

const notificationsAndInvitations = (at: SQL, { userId, email }: GivenUser) => [
  sql`
    insert into notices (type, action, message, created_at)
    select 'admin', 'announced', 'News', ${at} - (${rowCounts.notices}::int - n) * interval '5 minutes'
    from generate_series(1, ${rowCounts.notices}::int) n`,
  sql`
    insert into notifications (user_id, notice_id, read)
    select ${idOf('user', `(notice * 4 + n) % ${rowCounts.users}`)}, notice, notice % 20 > 0 and notice > 20000
    from generate_series(1, ${rowCounts.notices}::int) notice, generate_series(1, 4) n
    union all
    select ${userId}, notice * 100, notice % 4 > 0 from generate_series(1, 400) notice`,
  sql`
    insert into status_notices (id, created_at, number, own_number, group_id, group_name, user_id, user_name)
    select nextval('notices_id_seq'), ${at} - (1 - n / ${perOwnGroup}::float8) * interval '1 day' * case when g < ${ownGroups}::int then 8 else 6 end,
      case when g < ${ownGroups}::int then n else n / ${perOwnGroup / perGroup}::int end,
      row_number() over (partition by g, n % 5 order by n), ${idOf('group', 'g')}, 'Group ' || g,
      ${idOf('user', `(g * 5 + n % 5) % ${rowCounts.users}`)}, 'User'
    from generate_series(1, ${perOwnGroup}::int) n cross join lateral generate_series(
      0, case when n % ${perOwnGroup / perGroup}::int = 0 then ${rowCounts.groups}::int else ${ownGroups}::int end - 1
    ) g`,
  sql`
    update memberships m set notice_count = counted.count
    from (select group_id, user_id, count(*) from status_notices group by group_id, user_id) counted
    where m.group_id = counted.group_id and m.user_id = counted.user_id`,
  sql`
    insert into status_readings (user_id, group_id, number)
    select ${userId}, ${idOf('group', 'g')}, n * 100 + 1
    from generate_series(0, ${ownGroups - 1}::int) g, generate_series(1, 9) n
    union all
    select ${idOf('user', `g * 5 % ${rowCounts.users}`)}, ${idOf('group', 'g')}, n * 3 + 1
    from generate_series(${ownGroups}::int, 15099) g, generate_series(1, 3) n`,
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

// Each of the first 20,000 groups has five consecutive users as members. The first of the five is the creator. The given user is
// also a member of the first 100 groups. The other 20,000 groups have no members.
const creator = `n * 5 % ${rowCounts.users}`

/** Returns the time until the expiry, as an interval in SQL. It is negative if the SQL column `n` is below 5. */
function expiresIn(days: number) {
  return sql.raw(`case when n < 5 then -1 else ${days} end * interval '1 day'`)
}

function idOf(prefix: string, number: string) {
  return sql.raw(`'${prefix}' || lpad((${number})::text, ${12 - prefix.length}, '0')`)
}
