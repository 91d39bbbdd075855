import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/database.ts'

/** The oldest notices of each group are about the followed members, and all later ones about one member, or about the given user. */
export const history = {
  groups: 100,
  members: 500,
  perGroup: 10_000,
  heardPerGroup: 1_000,
  followedPerGroup: 10,
  ownGroups: 2,
  groupId: 'history00050',
  loudId: 'member000499',
}

/**
 * Adds the user `reader` to 100 groups with 10,000 status notices each. In the first `ownGroups` groups, the later notices are about the
 * reader. Returns the ids of two notices.
 */
export async function fillWithHistory(
  database: Database,
  now: Date,
  { userId }: { userId: string },
): Promise<{ noticeId: number; middleId: number }> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { groups, members, perGroup, heardPerGroup, followedPerGroup, ownGroups, loudId } = history
  const groupId = sql.raw(`'history' || lpad(g::text, 5, '0')`)
  const memberId = (number: string) => sql.raw(`'member' || lpad((${number})::text, 6, '0')`)
  await database.transaction(async transaction => {
    // Replication mode skips the checks of foreign keys, which would take most of the time.
    await transaction.execute(sql`set local session_replication_role = replica`)
    await transaction.execute(sql`
      insert into users (uid, email, display_name, password_hash, created_at, email_verified_at)
      select ${memberId('n')}, n || '@example.org', 'Member ' || n, '-', ${at}, ${at} from generate_series(1, ${members - 1}::int) n`)
    await transaction.execute(sql`
      insert into groups (id, name, description, created_by, created, notice_count, last_notice_id)
      select ${groupId}, 'Group ' || g, '', ${loudId}, ${at}, ${perGroup}::int, ${perGroup * groups}::int
      from generate_series(1, ${groups}::int) g`)
    await transaction.execute(sql`
      insert into memberships (group_id, user_id, status, last_updated, joined_at)
      select ${groupId}, ${memberId('n')}, false, ${at}, ${at}
      from generate_series(1, ${groups}::int) g, generate_series(1, ${members - 1}::int) n
      union all select ${groupId}, ${userId}, false, ${at}, ${at} from generate_series(1, ${groups}::int) g`)
    await transaction.execute(sql`
      insert into follows (group_id, user_id, member_id)
      select ${groupId}, ${userId}, ${memberId('n')}
      from generate_series(1, ${groups}::int) g, generate_series(1, ${followedPerGroup}::int) n`)
    // Inserting many rows at once keeps each statement shorter than the time limit.
    for (let from = 1; from <= perGroup; from += 1_000)
      await transaction.execute(sql`
        insert into status_notices (id, created_at, number, own_number, group_id, group_name, user_id, user_name)
        select (n - 1) * ${groups}::int + g, ${at} - (${perGroup}::int - n) * interval '50 seconds', n,
          case when n <= ${heardPerGroup}::int then (n - 1) / ${followedPerGroup}::int + 1 else n - ${heardPerGroup}::int end,
          ${groupId}, 'Group',
          case when n <= ${heardPerGroup}::int then ${memberId(`1 + (n - 1) % ${followedPerGroup}`)}
            when g <= ${ownGroups}::int then ${userId} else ${loudId} end, 'Member'
        from generate_series(${from}::int, ${from + 999}::int) n, generate_series(1, ${groups}::int) g`)
    await transaction.execute(sql`
      update memberships m set notice_count = case
        when m.user_id = (case when m.group_id <= 'history' || lpad(${ownGroups}::int::text, 5, '0') then ${userId} else ${loudId} end)
          then ${perGroup - heardPerGroup}::int
        when m.user_id < ${'member000011'} then ${heardPerGroup / followedPerGroup}::int else 0 end`)
    await transaction.execute(sql`
      insert into notices (id, type, action, message, created_at) overriding system value
      select ${perGroup * groups}::int + n, 'admin', 'announced', 'News', ${at} from generate_series(1, 50000) n`)
    await transaction.execute(sql`
      insert into notifications (user_id, notice_id, read)
      select ${userId}, ${perGroup * groups}::int + n, n % 2 = 0 from generate_series(1, 50000) n`)
    await transaction.execute(sql`
      insert into status_readings (user_id, group_id, number)
      select ${userId}, ${groupId}, ${heardPerGroup}::int - n * 7
      from generate_series(1, ${groups}::int) g, generate_series(1, 10) n`)
  })
  await database.execute(sql`analyze`)
  const [ids] = await rows<{ noticeId: number; middleId: number }>(database)`
    select max(id)::float8 as "noticeId", (max(id) / 2)::float8 as "middleId" from status_notices
    where group_id = ${history.groupId}`
  return ids ?? { noticeId: 0, middleId: 0 }
}
