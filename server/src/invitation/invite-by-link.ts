import { and, eq, sql } from 'drizzle-orm'
import { addMs } from '#clock.ts'
import type { UnitOfWork } from '#commit/commit.ts'
import { groups, invitations, inviteLinks, memberships } from '#database/schema.ts'
import { admits, hasUsesLeft } from '#invite-link/uses.ts'
import { newId } from '#new-id.ts'
import type { Services } from '#services.ts'
import { expirePending, invitationLifeMs } from './pending.ts'
import { refreshInvitations } from './refresh-invitations.ts'

type Came = { userId: string; email: string; linkId: string }

/**
 * Makes an invitation from an invite link that the user opened before signing up or signing in. Sends no email. Does nothing if the
 * link was revoked or used up, or if the creator removed the user after the link was made. Does nothing either if the user is a
 * member of the group or has a pending invitation to it.
 */
export async function inviteByLink(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  { userId, email, linkId }: Came,
): Promise<void> {
  const now = clock.now()
  const ofLink = eq(groups.id, inviteLinks.groupId)
  const isThisLink = eq(inviteLinks.id, linkId)
  // If the creator invites the same address at the same moment, one of the two transactions waits for the other at this lock. The lock
  // is a separate statement, so that the next one sees who joined and which links were revoked during the wait.
  await transaction
    .select({ id: groups.id })
    .from(inviteLinks)
    .innerJoin(groups, ofLink)
    .where(isThisLink)
    .for('key share', { of: groups })
  const [link] = await transaction
    .select({ groupId: groups.id, invitedBy: groups.createdBy })
    .from(inviteLinks)
    .innerJoin(groups, ofLink)
    .where(
      and(
        isThisLink,
        hasUsesLeft(),
        admits(userId),
        sql`not exists (select 1 from ${memberships} where ${memberships.groupId} = ${groups.id} and ${memberships.userId} = ${userId})`,
      ),
    )
  if (!link) return
  await expirePending(transaction, { groupId: link.groupId, emails: [email], now })
  const created = await transaction
    .insert(invitations)
    .values({
      ...{ id: newId(), ...link, email, message: '', status: 'pending', inviteLinkId: linkId },
      ...{ createdAt: now, updatedAt: now, expiresAt: addMs(now, invitationLifeMs) },
    })
    .onConflictDoNothing()
    .returning({ groupId: invitations.groupId, email: invitations.email })
  await refreshInvitations(transaction, created)
}
