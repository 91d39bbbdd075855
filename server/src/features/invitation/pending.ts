import type { ReceivedInvitation, SentInvitation } from '@grouplight/contract/invitation.ts'
import { and, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { addMs, dayMs, hourMs, inJson } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { isDisabled } from '#platform/database/conditions.ts'
import type { Transaction } from '#platform/database/database.ts'
import { invitations } from '#platform/database/schema.ts'
import type { Services } from '#services.ts'
import { refreshInvitations } from './refresh-invitations.ts'

export type Invitation = typeof invitations.$inferSelect

export const invitationLifeMs = 7 * dayMs
export const resendPauseMs = hourMs
const batchSize = 500

export function isPending(now: Date): SQL | undefined {
  return and(eq(invitations.status, 'pending'), gt(invitations.expiresAt, now))
}

/** A condition in SQL: the inviter is disabled. The invitation is then neither shown nor accepted. */
export function isResting(): SQL {
  return isDisabled(sql`${invitations.invitedBy}`)
}

/** Leaves out invitations made from an invite link, because the creator must not learn who has opened the link. */
export function isSentAndPending(now: Date): SQL | undefined {
  return and(isPending(now), isNull(invitations.inviteLinkId))
}

/** Returns null if the invitation may be sent again now. */
export function resendAt(invitation: Invitation, now: Date): Date | null {
  const at = addMs(invitation.resentAt ?? invitation.createdAt, resendPauseMs)
  return at > now ? at : null
}

export function inviterName(displayName: string): string {
  return displayName || 'A user'
}

/** The inviter's name is null if the inviter's account was deleted. */
export type InvitationNames = { groupName: string; invitedByName: string | null }

export function toReceived(invitation: Invitation, names: InvitationNames): ReceivedInvitation {
  const { id, groupId, email, status, invitedBy, message, createdAt, updatedAt, expiresAt } = invitation
  return inJson({
    ...{ id, groupId, groupName: names.groupName, email, status, message, createdAt, updatedAt, expiresAt },
    ...{ invitedBy, invitedByName: names.invitedByName === null ? null : inviterName(names.invitedByName) },
  })
}

export function toSent(invitation: Invitation, names: InvitationNames, now: Date): SentInvitation {
  return inJson({ ...toReceived(invitation, names), resendAt: resendAt(invitation, now) })
}

/**
 * Must be called before new invitations are stored, because the database allows only one pending invitation of a group to an address.
 * By default, `which` selects the invitations that have expired but are stored as pending until maintenance runs.
 */
export async function expirePending(
  transaction: Transaction,
  { groupId, emails, now }: { groupId: string; emails: string[]; now: Date },
  which: SQL | undefined = lte(invitations.expiresAt, now),
): Promise<void> {
  await transaction
    .update(invitations)
    .set({ status: 'expired', updatedAt: now })
    .where(
      and(
        eq(invitations.groupId, groupId),
        inArray(invitations.email, emails),
        eq(invitations.status, 'pending'),
        which,
      ),
    )
}

export async function expireInvitations(services: Services): Promise<void> {
  for (let expired = batchSize; expired === batchSize; ) expired = await expireSome(services)
}

async function expireSome(services: Services): Promise<number> {
  const now = services.clock.now()
  const isOverdue = and(eq(invitations.status, 'pending'), lte(invitations.expiresAt, now))
  return commit(services, async transaction => {
    const overdue = transaction
      .select({ id: invitations.id })
      .from(invitations)
      .where(isOverdue)
      .limit(batchSize)
    const expired = await transaction
      .update(invitations)
      .set({ status: 'expired', updatedAt: now })
      .where(and(inArray(invitations.id, overdue), isOverdue))
      .returning({ groupId: invitations.groupId, email: invitations.email })
    await refreshInvitations(transaction, expired)
    return expired.length
  })
}
