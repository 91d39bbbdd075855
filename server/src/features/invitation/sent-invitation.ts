import { parseEmail } from '@grouplight/contract/account.ts'
import type { SentInvitation } from '@grouplight/contract/invitation.ts'
import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import { lockGroupAsAdmin } from '#features/group/membership.ts'
import { refreshLists } from '#features/group/refresh-groups.ts'
import { commit } from '#platform/database/commit.ts'
import { groups, invitations, memberships } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { invitationNotFound } from './answer-invitation.ts'
import { countEmails } from './count-emails.ts'
import type { Inviter } from './invite-members.ts'
import { mailInvitations } from './mail-invitations.ts'
import { type Invitation, isSentAndPending, resendAt, toSent } from './pending.ts'
import { refreshInvitations } from './refresh-invitations.ts'

type SentInvitationInput = { inviter: Inviter; groupId: string; invitationId: string }

/** The expiry time does not change. Throws the Problem 'resent-recently' if the invitation was sent less than an hour ago. */
export async function resendInvitation(
  services: Services,
  input: SentInvitationInput,
): Promise<SentInvitation> {
  const { inviter, groupId, invitationId } = input
  return commit(services, async transaction => {
    const group = await lockGroupAsAdmin(
      transaction,
      { groupId, userId: inviter.userId },
      'not-group-creator.invite',
    )
    const [invitation] = await transaction
      .select()
      .from(invitations)
      .where(
        and(
          eq(invitations.id, invitationId),
          eq(invitations.groupId, groupId),
          isSentAndPending(services.clock.now()),
        ),
      )
      .for('update')
    if (!invitation) throw invitationNotFound()
    await refreshLists(transaction, [groupId])
    return resend(transaction, services, { invitation, groupName: group.name, inviter })
  })
}

/** Resends the inviter's newest pending invitation to an address. Throws the Problem 'not-group-creator' if there is none. */
export async function resendByAddress(
  services: Services,
  input: { inviter: Inviter; to: string },
): Promise<void> {
  const { database, clock } = services
  const { inviter } = input
  const email = parseEmail(input.to)
  const [found] = await database
    .select({ id: invitations.id, groupId: invitations.groupId })
    .from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .innerJoin(memberships, and(eq(memberships.groupId, groups.id), eq(memberships.userId, inviter.userId)))
    .where(
      and(
        eq(invitations.email, email ?? ''),
        eq(invitations.invitedBy, inviter.userId),
        or(eq(groups.createdBy, inviter.userId), isNotNull(memberships.deputySince)),
        isSentAndPending(clock.now()),
      ),
    )
    .orderBy(desc(invitations.createdAt))
    .limit(1)
  if (!found) throw new Problem('not-group-creator.no-invitation')
  await resendInvitation(services, { inviter, groupId: found.groupId, invitationId: found.id })
}

export async function cancelInvitation(services: Services, input: SentInvitationInput): Promise<void> {
  const { inviter, groupId, invitationId } = input
  await commit(services, async transaction => {
    await lockGroupAsAdmin(transaction, { groupId, userId: inviter.userId })
    const now = services.clock.now()
    const [cancelled] = await transaction
      .update(invitations)
      .set({ status: 'cancelled', updatedAt: now })
      .where(and(eq(invitations.id, invitationId), eq(invitations.groupId, groupId), isSentAndPending(now)))
      .returning({ groupId: invitations.groupId, email: invitations.email })
    if (!cancelled) throw invitationNotFound()
    await refreshInvitations(transaction, [cancelled])
  })
}

async function resend(
  transaction: UnitOfWork,
  services: Services,
  { invitation, groupName, inviter }: { invitation: Invitation; groupName: string; inviter: Inviter },
): Promise<SentInvitation> {
  const now = services.clock.now()
  const allowedAt = resendAt(invitation, now)
  if (allowedAt) {
    const retryAfterSeconds = Math.ceil((allowedAt.getTime() - now.getTime()) / 1000)
    throw new Problem('resent-recently', {
      retryAfterSeconds,
    })
  }
  await transaction.update(invitations).set({ resentAt: now }).where(eq(invitations.id, invitation.id))
  await countEmails(transaction, services, { inviterId: inviter.userId, emails: [invitation.email] })
  await mailInvitations(transaction, services, { invitations: [invitation], groupName, inviter })
  return toSent({ ...invitation, resentAt: now }, { groupName, invitedByName: inviter.displayName }, now)
}
