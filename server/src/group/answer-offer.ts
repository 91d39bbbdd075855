import type { Group } from '@grouplight/contract/group.ts'
import { and, eq } from 'drizzle-orm'
import type { Clock } from '#clock.ts'
import { commit, type UnitOfWork } from '#commit/commit.ts'
import type { Transaction } from '#database/database.ts'
import { groups, invitations } from '#database/schema.ts'
import { notify } from '#notification/notify.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { inviteesOf } from './invitees.ts'
import { lockGroup, type MyGroup, memberIds, nextVersion, requireMember } from './membership.ts'
import { endOffer, offeredTo } from './offer-group.ts'
import { readGroup } from './read-groups.ts'

type Answer = { person: { userId: string; displayName: string }; groupId: string }

/**
 * Takes over a group: the person is its creator from now on, and its pending invitations are theirs.
 * Refuses 'group-not-found', and 'offer-not-found' when it is not (or no longer) offered to them.
 */
export async function acceptOffer(services: Services, { person, groupId }: Answer): Promise<Group> {
  const { userId } = person
  return commit(services, async transaction => {
    const former = await lockOffered(transaction, { userId, groupId })
    await transaction.update(groups).set({ createdBy: userId }).where(eq(groups.id, groupId))
    await transaction
      .update(invitations)
      .set({ invitedBy: userId })
      .where(and(eq(invitations.groupId, groupId), eq(invitations.status, 'pending')))
    const members = await memberIds(transaction, groupId)
    await nextVersion(transaction, groupId)
    for (const creator of [former.createdBy, userId])
      transaction.sendTo(creator, ['group.invitations.changed', groupId])
    await tellAccepted(transaction, services.clock, { person, former, members })
    for (const invitee of await inviteesOf(transaction, [groupId]))
      transaction.sendTo(invitee, ['invitations.changed'])
    return readGroup({ database: transaction }, { userId, groupId })
  })
}

/** Leaves the group with its creator, who is told. Refuses 'group-not-found', 'offer-not-found'. */
export async function declineOffer(services: Services, { person, groupId }: Answer): Promise<Group> {
  const { userId } = person
  return commit(services, async transaction => {
    const offered = await lockOffered(transaction, { userId, groupId })
    await nextVersion(transaction, groupId)
    const displayName = person.displayName || 'User'
    await notify(transaction, services.clock, {
      kind: 'group.declined',
      recipients: [offered.createdBy],
      group: offered,
      about: { userId, displayName },
    })
    return readGroup({ database: transaction }, { userId, groupId })
  })
}

/** The group, held, as it was offered to a member; the offer ends with this answer. */
async function lockOffered(
  transaction: Transaction,
  input: { userId: string; groupId: string },
): Promise<MyGroup> {
  await lockGroup(transaction, input.groupId)
  const group = await requireMember(transaction, input)
  if ((await offeredTo(transaction, input.groupId)) !== input.userId)
    throw new Problem('offer-not-found', 'The group is not offered to you any more.')
  await endOffer(transaction, input.groupId)
  return group
}

async function tellAccepted(
  transaction: UnitOfWork,
  clock: Clock,
  { person, former, members }: { person: Answer['person']; former: MyGroup; members: string[] },
): Promise<void> {
  const { userId } = person
  const notice = { group: former, about: { userId, displayName: person.displayName || 'User' } }
  const others = members.filter(member => member !== userId && member !== former.createdBy)
  await notify(transaction, clock, { kind: 'group.accepted.actor', recipients: [userId], ...notice })
  await notify(transaction, clock, {
    kind: 'group.accepted.creator',
    recipients: [former.createdBy],
    ...notice,
  })
  await notify(transaction, clock, { kind: 'group.accepted.member', recipients: others, ...notice })
}
