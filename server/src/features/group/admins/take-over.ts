import { deputyFirstDays, type Group } from '@grouplight/contract/group.ts'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { addMs, dayMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { groups, memberships, users } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { type GroupSummary, lockGroupAsMember } from '../membership.ts'
import { readGroup } from '../read-groups.ts'
import { makeCreator } from './make-creator.ts'

type User = { userId: string; displayName: string }

/** Makes a member of a group that has no admin its creator. For some days, only the deputy of the longest standing may do this. */
export async function takeOverGroup(
  services: Services,
  { user, groupId, zone }: { user: User; groupId: string; zone: string },
): Promise<Group> {
  const { clock } = services
  const request = { userId: user.userId, groupId }
  return commit(services, async transaction => {
    const group = await lockGroupAsMember(transaction, request)
    await requireTurn(transaction, { group, user, now: clock.now() })
    await makeCreator(transaction, services, { user, group })
    return readGroup({ database: transaction, clock }, { ...request, zone })
  })
}

async function requireTurn(
  transaction: Transaction,
  { group, user, now }: { group: GroupSummary; user: User; now: Date },
): Promise<void> {
  const [found] = await transaction
    .select({ since: groups.withoutAdminSince, creatorName: users.displayName })
    .from(groups)
    .leftJoin(users, eq(users.uid, groups.createdBy))
    .where(eq(groups.id, group.id))
  if (!found?.since) throw new Problem('group-has-admin', { params: { user: found?.creatorName || 'User' } })
  const first = await firstDeputy(transaction, group.id)
  if (first && first.userId !== user.userId && now < addMs(found.since, deputyFirstDays * dayMs))
    throw new Problem('deputy-first', { params: { user: first.displayName || 'User' } })
}

/** The deputy of the longest standing who is not disabled. */
export async function firstDeputy(on: Queryable, groupId: string): Promise<User | null> {
  const [first] = await on
    .select({ userId: users.uid, displayName: users.displayName })
    .from(memberships)
    .innerJoin(users, and(eq(users.uid, memberships.userId), isNull(users.disabledAt)))
    .where(and(eq(memberships.groupId, groupId), isNotNull(memberships.deputySince)))
    .orderBy(asc(memberships.deputySince), asc(users.uid))
    .limit(1)
  return first ?? null
}
