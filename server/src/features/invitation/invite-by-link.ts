import { and, eq, sql } from 'drizzle-orm'
import { allowsUser, hasUsesLeft } from '#features/invitation/link/uses.ts'
import { addMs } from '#platform/clock.ts'
import { groups, invitations, inviteLinks, memberships } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { expirePending, invitationLifeMs } from './pending.ts'
import { refreshInvitations } from './refresh-invitations.ts'

type Input = { userId: string; email: string; linkId: string }

/**
 * Makes an invitation from an invite link that the user opened before signing up or signing in. Sends no email. Does nothing for
 * a member or a user with a pending invitation. Also does nothing if the link has no uses left, is revoked or does not allow the
 * user.
 */
export async function inviteByLink(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  { userId, email, linkId }: Input,
): Promise<void> {
  const now = clock.now()
  const ofLink = eq(groups.id, inviteLinks.groupId)
  const isThisLink = eq(inviteLinks.id, linkId)
  // This statement only locks the group, and so waits until concurrent invitations, joinings and revocations in the group are
  // committed. Only the next statement sees their changes.
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
        allowsUser(userId),
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
