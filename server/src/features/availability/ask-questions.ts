import { rows } from '#platform/database/database.ts'
import { destinationsOf, queuePushes } from '#platform/push/queue-pushes.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { addAvailabilityNotices } from './availability-notices.ts'
import { isAmong, type MembershipKey } from './due-at.ts'
import { setStatusByServer } from './set-status.ts'

/** Asks the members whose interval is over and who are Available without an open question. The groups must already be locked. */
export async function askQuestions(
  transaction: UnitOfWork,
  services: Pick<Services, 'availabilityListener'>,
  members: MembershipKey[],
  now: Date,
): Promise<void> {
  const asked = await rows<MembershipKey>(transaction)`
    select m.group_id as "groupId", m.user_id as "userId"
    from memberships m join groups g on g.id = m.group_id
    where ${isAmong(members)} and m.status and m.asked_at is null
      and greatest(m.last_updated, m.confirmed_at) + least(g.asking_interval, m.asking_interval) * interval '1 minute'
        <= ${now.toISOString()}`
  const changes = asked.map(key => ({ ...key, status: true, question: 'asked' as const, at: now }))
  await setStatusByServer(transaction, services, changes, now)
  for (const { groupId, groupName, userId, noticeId } of await addAvailabilityNotices(
    transaction,
    'asked',
    changes,
  )) {
    const content = { kind: 'membership.asked', noticeId, group: { id: groupId, name: groupName } } as const
    await queuePushes(transaction, destinationsOf([userId]), content, now)
  }
}
