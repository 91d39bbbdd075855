import { and, count, eq } from 'drizzle-orm'
import { lockSession } from '#account/lock-session.ts'
import type { Caller } from '#account/sessions.ts'
import { commit, type UnitOfWork } from '#commit/commit.ts'
import type { Transaction } from '#database/database.ts'
import { invitations, memberships } from '#database/schema.ts'
import { recountCoverage } from '#group/coverage.ts'
import { checkGroupCount } from '#group/group-limit.ts'
import { addMember, lockGroup, memberIds, publishNextVersion } from '#group/membership.ts'
import { notify } from '#notification/notify.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import type { Invitation } from './pending.ts'

type Invitee = Pick<Caller, 'userId' | 'displayName' | 'email' | 'tokenHash'>
type Answer = { invitee: Invitee; invitationId: string }

/**
 * Accepts an invitation. If the user is already a member, only the status of a pending invitation changes. Throws the Problem
 * 'unauthenticated' if the user has signed out in the meantime.
 */
export async function acceptInvitation(
  services: Services,
  { invitee, invitationId }: Answer,
): Promise<{ groupId: string }> {
  const { userId } = invitee
  return commit(services, async transaction => {
    await lockSession(transaction, invitee)
    const { invitation, group } = await lockInvitation(transaction, { invitee, invitationId })
    const alreadyMember = await isMember(transaction, group.id, userId)
    if (!alreadyMember) requirePending(invitation, services.clock.now())
    await answer(transaction, services, invitation, 'accepted')
    transaction.sendTo(userId, ['invitations.changed'])
    transaction.sendTo(group.createdBy, ['group.invitations.changed', group.id])
    if (!alreadyMember) await join(transaction, services, { invitee, group })
    return { groupId: group.id }
  })
}

export async function declineInvitation(
  services: Services,
  { invitee, invitationId }: Answer,
): Promise<void> {
  const { clock } = services
  const { userId, displayName } = invitee
  await commit(services, async transaction => {
    const { invitation, group } = await lockInvitation(transaction, { invitee, invitationId })
    transaction.sendTo(userId, ['invitations.changed'])
    transaction.sendTo(group.createdBy, ['group.invitations.changed', group.id])
    if (invitation.status === 'declined') return
    if (await isMember(transaction, group.id, userId))
      throw new Problem('already-member', 'You are already a member of this group.')
    requirePending(invitation, clock.now())
    await answer(transaction, services, invitation, 'declined')
    await notify(transaction, clock, {
      kind: 'invite.declined',
      recipients: invitation.invitedBy ? [invitation.invitedBy] : [],
      group,
      about: { userId, displayName },
    })
  })
}

// The lock on the group makes concurrent answers run one after the other. The lock on the invitation keeps it from expiring.
async function lockInvitation(transaction: Transaction, { invitee, invitationId }: Answer) {
  const isThisInvitation = and(eq(invitations.id, invitationId), eq(invitations.email, invitee.email))
  const [found] = await transaction
    .select({ groupId: invitations.groupId })
    .from(invitations)
    .where(isThisInvitation)
  const group = found && (await lockGroup(transaction, found.groupId))
  const [invitation] = await transaction.select().from(invitations).where(isThisInvitation).for('update')
  if (!group || !invitation) throw invitationNotFound()
  return { group, invitation }
}

function requirePending({ status, expiresAt }: Invitation, now: Date): void {
  if (status === 'accepted' || status === 'declined') {
    throw new Problem('invitation-answered', 'This invitation has already been answered.')
  }
  if (status !== 'pending' || expiresAt <= now) throw invitationNotFound()
}

/** The refusal is the same for every reason, so that it does not reveal which invitations exist. */
export function invitationNotFound(): Problem {
  return new Problem('invitation-not-found', 'This invitation is no longer there.')
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

async function isMember(transaction: Transaction, groupId: string, userId: string): Promise<boolean> {
  const [member] = await transaction
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.groupId, groupId), eq(memberships.userId, userId)))
  return member !== undefined
}

async function join(
  transaction: UnitOfWork,
  { clock, config, availabilityListener }: Services,
  { invitee, group }: { invitee: Invitee; group: { id: string; name: string; createdBy: string } },
): Promise<void> {
  const { userId } = invitee
  const displayName = invitee.displayName || 'User'
  await checkGroupCount(transaction, userId)
  const [members] = await transaction
    .select({ count: count() })
    .from(memberships)
    .where(eq(memberships.groupId, group.id))
  if (members && members.count >= config.maxGroupMembers) {
    throw new Problem('group-full', `A group can have at most ${config.maxGroupMembers} members.`)
  }
  const others = await memberIds(transaction, group.id)
  // The new member does not follow the group yet, because 'group.joined' must be the first message about it.
  await publishNextVersion(transaction, group.id)
  await addMember(transaction, { groupId: group.id, userId, now: clock.now() })
  await recountCoverage(transaction, { clock }, [group.id])
  const notice = { group, about: { userId, displayName } }
  await notify(transaction, clock, {
    kind: 'membership.joined.creator',
    recipients: [group.createdBy],
    ...notice,
  })
  await notify(transaction, clock, {
    kind: 'membership.joined.member',
    recipients: others.filter(member => member !== group.createdBy),
    ...notice,
  })
  await availabilityListener.becameAvailable(transaction, [group.id])
}
