import type { ReceivedInvitation, SentInvitation } from '@grouplight/contract/invitation.ts'
import { and, eq, gt, inArray, lte, type SQL } from 'drizzle-orm'
import { addMs, dayMs, hourMs } from '#clock.ts'
import { commit } from '#commit/commit.ts'
import { invitations } from '#database/schema.ts'
import type { Services } from '#services.ts'
import { refreshInvitations } from './refresh-invitations.ts'

export type Invitation = typeof invitations.$inferSelect

export const invitationLifeMs = 7 * dayMs
const resendPauseMs = hourMs
const expiredAtOnce = 500

/** Pending at an instant: not answered, cancelled or expired. */
export function isPending(now: Date): SQL | undefined {
  return and(eq(invitations.status, 'pending'), gt(invitations.expiresAt, now))
}

/** When an invitation may be sent again; null when it may be now. */
export function resendAt(invitation: Invitation, now: Date): Date | null {
  const at = invitation.resentAt && addMs(invitation.resentAt, resendPauseMs)
  return at && at > now ? at : null
}

/** The inviter's name as others read it. */
export function inviterName(displayName: string): string {
  return displayName || 'A user'
}

/** The names that an invitation is shown with, as they are now. `invitedByName` is null when the inviter's account is gone. */
export type InvitationNames = { groupName: string; invitedByName: string | null }

/** An invitation as the invitee sees it. */
export function toReceived(invitation: Invitation, names: InvitationNames): ReceivedInvitation {
  const { id, groupId, email, status, invitedBy, message, createdAt, updatedAt, expiresAt } = invitation
  return {
    id,
    groupId,
    groupName: names.groupName,
    email,
    status,
    invitedBy,
    invitedByName: names.invitedByName === null ? null : inviterName(names.invitedByName),
    message,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}

/** An invitation as the group's creator sees it. */
export function toSent(invitation: Invitation, names: InvitationNames, now: Date): SentInvitation {
  return {
    ...toReceived(invitation, names),
    resendAt: resendAt(invitation, now)?.toISOString() ?? null,
  }
}

/** Marks the invitations whose time is over as expired. */
export async function expireInvitations(services: Services): Promise<void> {
  for (let ended = expiredAtOnce; ended === expiredAtOnce; ) ended = await expireSome(services)
}

async function expireSome(services: Services): Promise<number> {
  const now = services.clock.now()
  const isOver = and(eq(invitations.status, 'pending'), lte(invitations.expiresAt, now))
  return commit(services, async transaction => {
    const over = transaction
      .select({ id: invitations.id })
      .from(invitations)
      .where(isOver)
      .limit(expiredAtOnce)
    const expired = await transaction
      .update(invitations)
      .set({ status: 'expired', updatedAt: now })
      .where(and(inArray(invitations.id, over), isOver))
      .returning({ groupId: invitations.groupId, email: invitations.email })
    await refreshInvitations(transaction, expired)
    return expired.length
  })
}
