import type { Availability } from '@grouplight/contract/availability.ts'
import { and, eq } from 'drizzle-orm'
import { commit } from '#commit/commit.ts'
import { memberships, notifications } from '#database/schema.ts'
import { recountCoverage } from '#group/coverage.ts'
import { type GroupRequest, groupNotFound, lockGroup, nextVersion } from '#group/membership.ts'
import { sendTo } from '#live/send-to.ts'
import { Problem } from '#problem.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { setDueTimes } from './due-times.ts'
import { publishDetails } from './publish-details.ts'
import { notYourAvailability } from './set-availability.ts'

/**
 * Answers the open question with yes. Without an open question, nothing changes. Throws the Problem 'not-available' if the member is
 * Unavailable. `asked` is the user to whom the browser showed the question. Throws 'not-your-availability' if another user is now
 * signed in.
 */
export async function confirmAvailability(
  services: Services,
  { asked, ...request }: GroupRequest & { asked: string | undefined },
): Promise<Availability> {
  const { groupId, userId } = request
  if (asked !== undefined && asked !== userId) throw notYourAvailability()
  const now = services.clock.now()
  return commit(services, async transaction => {
    const group = await lockGroup(transaction, groupId)
    const [membership] = await transaction.select().from(memberships).where(isOf(request)).for('update')
    if (!group || !membership) throw groupNotFound()
    const { status, lastUpdated, availableUntil, note, askedAt, availabilityNoticeId } = membership
    if (!status) throw new Problem('not-available', 'You are not available in this group.')
    const answer = {
      groupId,
      userId,
      status,
      lastUpdated: lastUpdated.toISOString(),
      until: availableUntil?.toISOString() ?? null,
      note,
      unconfirmedSince: null,
    }
    if (askedAt === null) return { ...answer, version: group.version }
    await transaction.update(memberships).set({ askedAt: null, confirmedAt: now }).where(isOf(request))
    await setDueTimes(transaction, [request], now)
    await recountCoverage(transaction, services, [groupId])
    await services.availabilityListener.availabilityChanged(transaction, [groupId], now)
    if (availabilityNoticeId !== null) await markAsRead(transaction, userId, availabilityNoticeId)
    const version = await nextVersion(transaction, groupId)
    const untilMs = availableUntil?.getTime() ?? null
    publishDetails(transaction, [{ ...request, version, untilMs, note }], now)
    return { ...answer, version }
  })
}

function isOf({ groupId, userId }: GroupRequest) {
  return and(eq(memberships.groupId, groupId), eq(memberships.userId, userId))
}

async function markAsRead(transaction: UnitOfWork, userId: string, noticeId: number): Promise<void> {
  const isQuestion = and(eq(notifications.userId, userId), eq(notifications.noticeId, noticeId))
  await transaction.update(notifications).set({ read: true }).where(isQuestion)
  sendTo(transaction, userId, ['notifications.changed'])
}
