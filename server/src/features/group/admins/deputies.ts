import { type Group, maxDeputies } from '@grouplight/contract/group.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { notify } from '#features/notification/notify.ts'
import { commit } from '#platform/database/commit.ts'
import type { Queryable } from '#platform/database/database.ts'
import { groups, memberships, users } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { limitGroupChanges } from '../limit-changes.ts'
import {
  type GroupRequest,
  isMembership,
  lockGroupAsCreator,
  lockGroupAsMember,
  publishNextVersion,
} from '../membership.ts'
import { readGroup } from '../read-groups.ts'
import { refreshLists } from '../refresh-groups.ts'
import { adoptInvitations } from './adopt-invitations.ts'
import { dayOf } from './creator-seen.ts'

type Caller = { userId: string; displayName: string }
type DeputyInput = { caller: Caller; groupId: string; userId: string; zone: string }

/** A repeated request changes nothing. */
export async function makeDeputy(services: Services, input: DeputyInput): Promise<Group> {
  const { caller, groupId, userId, zone } = input
  const request = { userId: caller.userId, groupId }
  return commit(services, async transaction => {
    const group = await lockGroupAsCreator(transaction, request)
    if (userId === caller.userId) throw new Problem('member-not-found.deputy')
    const [member] = await transaction.select().from(memberships).where(isMembership({ groupId, userId }))
    if (!member) throw new Problem('member-not-found.deputy')
    if (!member.deputySince) {
      await limitGroupChanges(transaction, services, caller.userId)
      const isDeputy = and(eq(memberships.groupId, groupId), isNotNull(memberships.deputySince))
      if ((await transaction.$count(memberships, isDeputy)) >= maxDeputies)
        throw new Problem('too-many-deputies', { params: { max: maxDeputies } })
      const now = services.clock.now()
      await transaction.update(memberships).set({ deputySince: now }).where(isMembership({ groupId, userId }))
      await transaction
        .update(groups)
        .set({ creatorSeenOn: dayOf(now) })
        .where(eq(groups.id, groupId))
      await publishNextVersion(transaction, groupId)
      await notify(transaction, services.clock, {
        kind: 'group.deputy',
        recipients: [userId],
        group,
        about: caller,
      })
    }
    return readGroup({ database: transaction, clock: services.clock }, { ...request, zone })
  })
}

/** Both the creator and the deputy can end it. */
export async function endDeputy(services: Services, input: DeputyInput): Promise<Group> {
  const { caller, groupId, userId, zone } = input
  const request = { userId: caller.userId, groupId }
  return commit(services, async transaction => {
    const group = await lockGroupAsMember(transaction, request)
    if (userId !== caller.userId && group.createdBy !== caller.userId) throw new Problem('not-group-creator')
    await limitGroupChanges(transaction, services, caller.userId)
    const ended = await transaction
      .update(memberships)
      .set({ deputySince: null, takeOverAskedAt: null, ignoresMembers: false })
      .where(and(isMembership({ groupId, userId }), isNotNull(memberships.deputySince)))
      .returning({ userId: memberships.userId })
    if (ended.length > 0) {
      await adoptInvitations(transaction, groupId)
      await refreshLists(transaction, [groupId])
      await publishNextVersion(transaction, groupId)
    }
    return readGroup({ database: transaction, clock: services.clock }, { ...request, zone })
  })
}

export async function findDeputy(
  on: Queryable,
  request: GroupRequest,
): Promise<{ userId: string; displayName: string } | null> {
  const [deputy] = await on
    .select({ userId: users.uid, displayName: users.displayName })
    .from(memberships)
    .innerJoin(users, eq(users.uid, memberships.userId))
    .where(and(isMembership(request), isNotNull(memberships.deputySince), isNull(users.disabledAt)))
  return deputy ?? null
}
