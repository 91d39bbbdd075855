import type { Availability } from '@grouplight/contract/availability.ts'
import { sql } from 'drizzle-orm'
import { type GroupRequest, groupNotFound } from '#features/group/membership.ts'
import { commit } from '#platform/database/commit.ts'
import { sendTo } from '#platform/live/tell.ts'
import { Problem } from '#platform/problem.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { setStatusByServer } from './set-status.ts'
import { notYourAvailability, outcomesOf } from './status-outcome.ts'

/**
 * Answers the open question with yes. Without an open question, nothing changes. Throws the Problem 'not-available' if the member is
 * Unavailable. `asked` is the user to whom the browser showed the question. Throws 'not-your-availability' if another user is now
 * signed in.
 */
export async function confirmAvailability(
  services: Services,
  { asked, groupId, userId }: GroupRequest & { asked: string | undefined },
): Promise<Availability> {
  if (asked !== undefined && asked !== userId) throw notYourAvailability()
  const now = services.clock.now()
  return commit(services, async transaction => {
    const changes = [{ groupId, userId, status: true, question: 'confirmed' as const }]
    const [outcome] = outcomesOf(changes, await setStatusByServer(transaction, services, changes, now), now)
    if (!outcome?.availability) throw groupNotFound()
    const { availability, changed } = outcome
    if (!availability.status) throw new Problem('not-available')
    if (changed) await markQuestionAsRead(transaction, { groupId, userId })
    return availability
  })
}

async function markQuestionAsRead(transaction: UnitOfWork, { groupId, userId }: GroupRequest): Promise<void> {
  await transaction.execute(sql`
    update notifications set read = true
    where user_id = ${userId} and notice_id in (
      select availability_notice_id from memberships where group_id = ${groupId} and user_id = ${userId}
    )`)
  sendTo(transaction, userId, ['notifications.changed'])
}
