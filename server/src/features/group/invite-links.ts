import { and, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm'
import { addMs, dayMs } from '#platform/clock.ts'
import { invitations, inviteLinks, joinRequests } from '#platform/database/schema.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { refreshInvitationsTo } from './refresh-groups.ts'

export const requestLifeMs = 7 * dayMs

/** A condition in SQL: the request to join has not ended. */
export function isOpenRequest(now: Date): SQL {
  return gt(joinRequests.askedAt, addMs(now, -requestLifeMs))
}

/** Revokes the invite links that match `which`. Cancels the pending invitations that were made from these links. */
export async function revokeLinks(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  which: SQL | undefined,
): Promise<void> {
  const now = clock.now()
  const revoked = await transaction
    .update(inviteLinks)
    .set({ revokedAt: now })
    .where(and(which, isNull(inviteLinks.revokedAt)))
    .returning({ id: inviteLinks.id })
  const linkIds = revoked.map(({ id }) => id)
  if (linkIds.length === 0) return
  const cancelled = await transaction
    .update(invitations)
    .set({ status: 'cancelled', updatedAt: now })
    .where(and(inArray(invitations.inviteLinkId, linkIds), eq(invitations.status, 'pending')))
    .returning({ email: invitations.email })
  await refreshInvitationsTo(
    transaction,
    cancelled.map(({ email }) => email),
  )
}
