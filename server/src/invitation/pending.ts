import type { SentInvitation } from '@grouplight/contract/invitation.ts'
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
    .select({ id: users.id })
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
