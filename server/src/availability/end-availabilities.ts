import { sql } from 'drizzle-orm'
import { rows } from '#database/database.ts'
import { exactForMs } from '#group/read-groups.ts'
import { publish } from '#live/publish.ts'
import { sendTo } from '#live/send-to.ts'
import { reserveNoticeIds } from '#notification/notice-ids.ts'
import { removeNotices } from '#notification/remove-notices.ts'
import type { UnitOfWork } from '#services.ts'
import { answerMs, isAmong, keyOf, type MembershipKey } from './due-times.ts'

type Ended = MembershipKey & {
  endMs: number
  groupVersion: number
  /** The id of the notice of the last question, which may already be answered. Null if there is none. */
  noticeId: number | null
}

/**
 * Makes members Unavailable if the end of their availability has come, or if they have chosen `endsUnanswered` and have not
 * answered an open question for `answerMs`. The stored time of the change is the time of the end, not the present time. Notifies
 * only the members whose availability ends, and returns the keys of their memberships. The groups must already be locked.
 */
export async function endAvailabilities(
  transaction: UnitOfWork,
  members: MembershipKey[],
  now: Date,
): Promise<Set<string>> {
  const at = sql`${now.toISOString()}::timestamptz`
  const isInMinute = sql`abs(extract(epoch from m.changes_since - ${at})) < 60`
  const ended = await rows<Ended>(
    transaction,
    sql`
      with due as materialized (
        select *, ${reserveNoticeIds(members.length)}::bigint - 1 + row_number() over () as notice_id from (
          select m.group_id, m.user_id, m.availability_notice_id as question_notice_id, least(
            m.available_until, case when m.ends_unanswered then m.asked_at + ${answerMs} * interval '1 ms' end
          ) as ends_at
          from memberships m where ${isAmong(members)} and m.status
        ) m where ends_at <= ${at}
      ), ended as (
        update memberships m set status = false, last_updated = d.ends_at,
          available_until = null, note = null, asked_at = null, confirmed_at = null, availability_notice_id = d.notice_id,
          due_at = null,
          changes = case when ${isInMinute} then m.changes else 0 end,
          changes_since = case when ${isInMinute} then m.changes_since end
        from due d where m.group_id = d.group_id and m.user_id = d.user_id
      ), changed_group as (
        update groups g set version = g.version + d.ends
        from (select group_id, count(distinct ends_at)::int as ends from due group by group_id) d
        where g.id = d.group_id
        returning g.id, g.name, g.version - d.ends as version
      ), notice as (
        insert into notices (id, type, action, created_at, related_group_id, related_group_name)
        overriding system value
        select d.notice_id, 'membership', 'ended', d.ends_at, g.id, g.name
        from due d join changed_group g on g.id = d.group_id
      ), notification as (
        insert into notifications (notice_id, user_id) select notice_id, user_id from due
      )
      select d.group_id as "groupId", d.user_id as "userId", (extract(epoch from d.ends_at) * 1000)::float8 as "endMs",
        g.version as "groupVersion", d.question_notice_id::float8 as "noticeId"
      from due d join changed_group g on g.id = d.group_id
      order by d.ends_at`,
  )
  publishEnds(transaction, ended, now)
  await removeNotices(transaction, ended)
  for (const { userId } of ended) sendTo(transaction, userId, ['notifications.changed'])
  return new Set(ended.map(keyOf))
}

/** A message has only one time for all its changes. Therefore ends at different times are published in different messages. */
function publishEnds(transaction: UnitOfWork, ended: Ended[], now: Date): void {
  for (const [groupId, members] of Map.groupBy(ended, ({ groupId }) => groupId)) {
    let version = members[0]?.groupVersion ?? 0
    for (const [endMs, same] of Map.groupBy(members, ({ endMs }) => endMs)) {
      version++
      const changes = Object.fromEntries(same.map(({ userId }) => [userId, 0]))
      // Other members may see only the day of an old end, but 't' has the exact time. With 'group.changed', screens fetch the group.
      const isOld = endMs < now.getTime() - exactForMs
      publish(
        transaction,
        groupId,
        isOld ? ['group.changed', groupId, version] : ['t', groupId, version, endMs, changes],
      )
    }
  }
}
