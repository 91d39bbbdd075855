import { rows } from '#platform/database/database.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { addAvailabilityNotices } from './availability-notices.ts'
import { answerMs, isAmong, keyOf, type MembershipKey } from './due-at.ts'
import { setStatusByServer } from './set-status.ts'

/**
 * Makes members Unavailable if the end of their availability has come, or if they have chosen `endsUnanswered` and have not
 * answered an open question for `answerMs`. The stored time of the change is the time of the end, not the present time. Notifies
 * only the members whose availability ends, and returns the keys of their memberships. The groups must already be locked.
 */
export async function endAvailabilities(
  transaction: UnitOfWork,
  services: Pick<Services, 'availabilityListener'>,
  members: MembershipKey[],
  now: Date,
): Promise<Set<string>> {
  const ended = await rows<MembershipKey & { endMs: number }>(transaction)`
    select group_id as "groupId", user_id as "userId", (extract(epoch from ends_at) * 1000)::float8 as "endMs"
    from (
      select m.group_id, m.user_id, least(
        m.available_until, case when m.ends_unanswered then m.asked_at + ${answerMs} * interval '1 ms' end
      ) as ends_at
      from memberships m where ${isAmong(members)} and m.status
    ) m
    where ends_at <= ${now.toISOString()} order by ends_at`
  const changes = ended.map(({ endMs, ...key }) => ({ ...key, status: false, at: new Date(endMs) }))
  await setStatusByServer(transaction, services, changes, now)
  await addAvailabilityNotices(transaction, 'ended', changes)
  return new Set(ended.map(keyOf))
}
