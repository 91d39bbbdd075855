import type { ReceivedInvitation, SentInvitation } from '@grouplight/contract/invitation.ts'
import { and, eq, gt, inArray, lte, type SQL } from 'drizzle-orm'
import { addMs, dayMs, hourMs } from '#clock.ts'
import { groups, invitations, users } from '#database/schema.ts'
import type { Services } from '#services.ts'

export type Invitation = typeof invitations.$inferSelect

export const invitationLifeMs = 7 * dayMs
const resendPauseMs = hourMs
const expiredAtOnce = 500

/** Pending at an instant: not answered, not taken back, not expired. */
export function isPending(now: Date): SQL | undefined {
  return and(eq(invitations.status, 'pending'), gt(invitations.expiresAt, now))
}

/** When an invitation may be sent again; null for now. */
export function resendAt(invitation: Invitation, now: Date): Date | null {
  const at = invitation.resentAt && addMs(invitation.resentAt, resendPauseMs)
  return at && at > now ? at : null
}

/** What an inviter is called where others read it. */
export function inviterName(displayName: string): string {
  return displayName || 'A user'
}

/** The names that an invitation is shown with, as they are now. `invitedByName` is null when the inviter's account is gone. */
export type InvitationNames = { groupName: string; invitedByName: string | null }

/** An invitation as the invited person sees it. */
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

/** Ends the invitations whose time is over; open screens of both sides follow. */
export async function expireInvitations(services: Services): Promise<void> {
  for (let ended = expiredAtOnce; ended === expiredAtOnce; ) ended = await expireSome(services)
}

async function expireSome({ database, clock, hub }: Services): Promise<number> {
  const now = clock.now()
  const isOver = and(eq(invitations.status, 'pending'), lte(invitations.expiresAt, now))
  const over = database.select({ id: invitations.id }).from(invitations).where(isOver).limit(expiredAtOnce)
  const expired = await database
    .update(invitations)
    .set({ status: 'expired', updatedAt: now })
    .where(and(inArray(invitations.id, over), isOver))
    .returning({ groupId: invitations.groupId, email: invitations.email })
  if (expired.length === 0) return 0
  const invitees = await database
    .select({ id: users.uid })
    .from(users)
    .where(
      inArray(
        users.email,
        expired.map(({ email }) => email),
      ),
    )
  const theirGroups = await database
    .select({ id: groups.id, createdBy: groups.createdBy })
    .from(groups)
    .where(
      inArray(
        groups.id,
        expired.map(({ groupId }) => groupId),
      ),
    )
  for (const { id } of invitees) hub.sendTo(id, ['invitations.changed'])
  for (const { id, createdBy } of theirGroups) hub.sendTo(createdBy, ['group.invitations.changed', id])
  return expired.length
}
