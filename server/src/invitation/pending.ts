import type { SentInvitation } from '@grouplight/contract/invitation.ts'
import { and, eq, gt, type SQL } from 'drizzle-orm'
import { dayMs, hourMs, later } from '#clock.ts'
import { invitations } from '#database/schema.ts'

export type Invitation = typeof invitations.$inferSelect

export const invitationLifeMs = 7 * dayMs
const resendPauseMs = hourMs

/** Pending at an instant: not answered, not taken back, not expired. */
export function isPending(now: Date): SQL | undefined {
  return and(eq(invitations.status, 'pending'), gt(invitations.expiresAt, now))
}

/** When an invitation may be sent again; null for now. */
export function resendAt(invitation: Invitation, now: Date): Date | null {
  const at = invitation.resentAt && later(invitation.resentAt, resendPauseMs)
  return at && at > now ? at : null
}

/** An invitation as the group's creator sees it. */
export function toSent(invitation: Invitation, now: Date): SentInvitation {
  const { id, email, message, createdAt, expiresAt } = invitation
  return {
    id,
    email,
    message,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    resendAt: resendAt(invitation, now)?.toISOString() ?? null,
  }
}
