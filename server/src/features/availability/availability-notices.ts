import { sql } from 'drizzle-orm'
import { insertNotices } from '#features/notification/insert-notices.ts'
import { rows } from '#platform/database/database.ts'
import { notifications } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import type { UnitOfWork } from '#services.ts'
import type { MembershipKey } from './due-at.ts'

type Added = MembershipKey & { noticeId: number; groupName: string }

/** Notifies members that they are asked, or that their availability has ended. The next change of the status removes the notice. */
export async function addAvailabilityNotices(
  transaction: UnitOfWork,
  action: 'asked' | 'ended',
  members: (MembershipKey & { at: Date })[],
): Promise<Added[]> {
  if (members.length === 0) return []
  const groupIds = members.map(({ groupId }) => groupId)
  const found = await rows<{ id: string; name: string }>(transaction)`
    select id, name from groups where id in ${groupIds}`
  const names = new Map(found.map(({ id, name }) => [id, name]))
  const ids = await insertNotices(
    transaction,
    members.map(({ groupId, at }) => {
      const group = { relatedGroupId: groupId, relatedGroupName: names.get(groupId) }
      return { type: 'membership', action, createdAt: at, ...group } as const
    }),
  )
  const added = members.map(({ groupId, userId }, at) => {
    return { groupId, userId, noticeId: ids[at] as number, groupName: names.get(groupId) ?? '' }
  })
  await transaction.insert(notifications).values(added.map(({ userId, noticeId }) => ({ userId, noticeId })))
  await transaction.execute(sql`
    update memberships m set availability_notice_id = n."noticeId"
    from json_to_recordset(${JSON.stringify(added)}::json) as n ("groupId" text, "userId" text, "noticeId" bigint)
    where m.group_id = n."groupId" and m.user_id = n."userId"`)
  for (const { userId } of added) sendTo(transaction, userId, ['notifications.changed'])
  return added
}
