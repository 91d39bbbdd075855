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
 * Makes an invitation from a link that the user has opened before signing up or in. Nothing is mailed. Does nothing for a member,
 * or for a user with a pending invitation to the group.
 */
export async function inviteByLink(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  { userId, email, linkId }: Came,
): Promise<void> {
  const now = clock.now()
  const ofLink = eq(groups.id, inviteLinks.groupId)
  const isThisLink = eq(inviteLinks.id, linkId)
  // An invitation by the creator waits for this lock, so the two invitations do not collide. The lock needs a statement of its own,
  // so that the next statement sees who joined and which links were revoked during the wait for the lock.
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
