import { sql } from 'drizzle-orm'
import { rows } from '#database/database.ts'
import { sendTo } from '#live/send-to.ts'
import { reserveNoticeIds } from '#notification/notice-ids.ts'
import { removeNotices } from '#notification/remove-notices.ts'
import { destinationsOf, queuePushes } from '#push/queue-pushes.ts'
import type { UnitOfWork } from '#services.ts'
import { isAmong, type MembershipKey } from './due-times.ts'
import { type ChangedDetails, publishDetails } from './publish-details.ts'

type Asked = ChangedDetails & { groupName: string; noticeId: number; earlierNoticeId: number | null }

/**
 * Asks the members whose interval is over and who are Available without an open question. Removes the notice of a member's
 * earlier question. The groups must already be locked.
 */
export async function askQuestions(
  transaction: UnitOfWork,
  members: MembershipKey[],
  now: Date,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  const asked = await rows<Asked>(
    transaction,
    sql`
      with due as materialized (
        select m.*, greatest(m.last_updated, m.confirmed_at) as unconfirmed_since,
          ${reserveNoticeIds(members.length)}::bigint - 1 + row_number() over () as notice_id
        from memberships m join groups g on g.id = m.group_id
        where ${isAmong(members)} and m.status and m.asked_at is null
          and greatest(m.last_updated, m.confirmed_at) + least(g.asking_interval, m.asking_interval) * interval '1 minute'
            <= ${at}
      ), asked as (
        update memberships m set asked_at = ${at}, availability_notice_id = d.notice_id
        from due d where m.group_id = d.group_id and m.user_id = d.user_id
      ), changed_group as (
        update groups set version = version + 1 where id in (select group_id from due) returning id, name, version
      ), notice as (
        insert into notices (id, type, action, created_at, related_group_id, related_group_name)
        overriding system value
        select d.notice_id, 'membership', 'asked', ${at}, g.id, g.name from due d join changed_group g on g.id = d.group_id
      ), notification as (
        insert into notifications (notice_id, user_id) select notice_id, user_id from due
      )
      select d.group_id as "groupId", d.user_id as "userId", g.version, g.name as "groupName", d.note,
        (extract(epoch from d.available_until) * 1000)::float8 as "untilMs",
        (extract(epoch from d.unconfirmed_since) * 1000)::float8 as "unconfirmedSinceMs",
        d.notice_id::float8 as "noticeId", d.availability_notice_id::float8 as "earlierNoticeId"
      from due d join changed_group g on g.id = d.group_id
      order by d.notice_id`,
  )
  publishDetails(transaction, asked, now)
  await removeNotices(
    transaction,
    asked.map(({ userId, earlierNoticeId }) => ({ userId, noticeId: earlierNoticeId })),
  )
  for (const { groupId, groupName, userId, noticeId } of asked) {
    sendTo(transaction, userId, ['notifications.changed'])
    const content = { kind: 'membership.asked', noticeId, group: { id: groupId, name: groupName } } as const
    await queuePushes(transaction, destinationsOf([userId]), content, now)
  }
}
