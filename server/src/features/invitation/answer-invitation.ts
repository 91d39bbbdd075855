import { and, eq, not } from 'drizzle-orm'
import { lockSession } from '#features/account/lock-session.ts'
import { joinGroup } from '#features/group/join-group.ts'
import { isMember, lockGroup } from '#features/group/membership.ts'
import { refreshLists } from '#features/group/refresh-groups.ts'
import { enterByLink } from '#features/invitation/link/enter-by-link.ts'
import { isRequestOf, takeBackRequests } from '#features/invitation/link/requests.ts'
import { notify } from '#features/notification/notify.ts'
import { commit } from '#platform/database/commit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { invitations } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import { Problem } from '#platform/problem.ts'
import type { Caller, Services } from '#services.ts'
import { type Invitation, isResting } from './pending.ts'

type Invitee = Pick<Caller, 'userId' | 'displayName' | 'email' | 'tokenHash'>
type Answer = { invitee: Invitee; invitationId: string }

/**
 * Makes the user a member. If the invitation was made from an invite link that needs approval, asks the creator instead and returns
 * null as `groupId`. If the user is already a member, only the status of a pending invitation changes. Throws the Problem
 * 'unauthenticated' if the user's session has ended.
 */
export async function acceptInvitation(
  services: Services,
  { invitee, invitationId }: Answer,
): Promise<{ groupId: string | null }> {
  const { userId } = invitee
  return commit(services, async transaction => {
    await lockSession(transaction, invitee, 'no key update')
    const { invitation, group } = await lockInvitation(transaction, { invitee, invitationId })
    const alreadyMember = await isMember(transaction, { groupId: group.id, userId })
    if (!alreadyMember) requirePending(invitation, services.clock.now())
    await answer(transaction, services, invitation, 'accepted')
    sendTo(transaction, userId, ['invitations.changed'])
    await refreshLists(transaction, [group.id])
    if (alreadyMember) return { groupId: group.id }
    const joining = { member: invitee, group }
    const { inviteLinkId } = invitation
    if (inviteLinkId)
      return enterByLink(transaction, services, {
        ...joining,
        link: { id: inviteLinkId, mayHaveExpired: true },
      })
    await takeBackRequests(transaction, isRequestOf({ userId, groupId: group.id }))
    await joinGroup(transaction, services, { ...joining, isAvailable: true })
    return { groupId: group.id }
  })
}

export async function declineInvitation(
  services: Services,
  { invitee, invitationId }: Answer,
): Promise<void> {
  const { clock } = services
  const { userId } = invitee
  await commit(services, async transaction => {
    const { invitation, group } = await lockInvitation(transaction, { invitee, invitationId })
    sendTo(transaction, userId, ['invitations.changed'])
    await refreshLists(transaction, [group.id])
    if (invitation.status === 'declined') return
    if (await isMember(transaction, { groupId: group.id, userId })) throw new Problem('already-member')
    requirePending(invitation, clock.now())
    await answer(transaction, services, invitation, 'declined')
    await notify(transaction, clock, {
      kind: 'invite.declined',
      // The creator must not learn of an invitation that was made from an invite link.
      recipients: invitation.invitedBy && !invitation.inviteLinkId ? [invitation.invitedBy] : [],
      group,
      about: invitee,
    })
  })
}

// Because of the lock on the group, answers to its invitations are carried out one after the other. The lock on the invitation
// prevents another transaction from setting its status to 'expired'.
async function lockInvitation(transaction: Transaction, { invitee, invitationId }: Answer) {
  const isThisInvitation = and(eq(invitations.id, invitationId), eq(invitations.email, invitee.email))
  const [found] = await transaction
    .select({ groupId: invitations.groupId })
    .from(invitations)
    .where(and(isThisInvitation, not(isResting())))
  const group = found && (await lockGroup(transaction, found.groupId))
  const [invitation] = await transaction.select().from(invitations).where(isThisInvitation).for('update')
  if (!group || !invitation) throw invitationNotFound()
  return { group, invitation }
}

function requirePending({ status, expiresAt }: Invitation, now: Date): void {
  if (status === 'accepted' || status === 'declined') {
    throw new Problem('invitation-answered')
  }
  if (status !== 'pending' || expiresAt <= now) throw invitationNotFound()
}

/** The refusal has no reason, because the reason could reveal which invitations exist. */
export function invitationNotFound(): Problem {
  return new Problem('invitation-not-found')
}

async function answer(
  transaction: Transaction,
  { clock }: Services,
  { id }: Invitation,
  status: 'accepted' | 'declined',
): Promise<void> {
  await transaction
    .update(invitations)
    .set({ status, updatedAt: clock.now() })
    .where(and(eq(invitations.id, id), eq(invitations.status, 'pending')))
}
