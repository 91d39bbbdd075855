import { and, asc, eq, inArray } from 'drizzle-orm'
import { askAgainOf } from '#features/availability/question-settings.ts'
import type { Transaction } from '#platform/database/database.ts'
import { follows, groups, memberships, prompts, users, watches } from '#platform/database/schema.ts'

export async function membershipsOf(transaction: Transaction, userId: string) {
  const found = await transaction
    .select({ membership: memberships, groupName: groups.name, prompt: prompts.prompt })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .leftJoin(prompts, and(eq(prompts.groupId, groups.id), eq(prompts.userId, userId)))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.joinedAt), asc(groups.id))
  // The index of `follows` begins with the group.
  const groupIds = found.map(({ membership }) => membership.groupId)
  const followed = await transaction
    .select({ groupId: follows.groupId, userId: users.uid, displayName: users.displayName })
    .from(follows)
    .innerJoin(users, eq(users.uid, follows.memberId))
    .where(and(eq(follows.userId, userId), inArray(follows.groupId, groupIds)))
    .orderBy(asc(users.uid))
  const { groupId, memberId, needed, endsAt } = watches
  const openWatches = await transaction
    .select({ groupId, memberId, needed, endsAt, displayName: users.displayName })
    .from(watches)
    .leftJoin(users, eq(users.uid, watches.memberId))
    .where(eq(watches.userId, userId))
    .orderBy(asc(watches.endsAt), asc(watches.id))
  return found.map(({ membership, groupName, prompt }) => {
    const { groupId, status, lastUpdated, availableUntil: until, note, usualEnd, ...others } = membership
    const { joinedAt, rings, coverageAlerts, ignoresCalls, shownOutside, ...rest } = others
    const { deputySince, takeOverAskedAt, ignoresMembers, ...questions } = rest
    const { askingInterval, endsUnanswered, askedAt, confirmedAt } = questions
    const isHere = (other: { groupId: string }) => other.groupId === groupId
    return {
      ...{ groupId, groupName, status, lastUpdated, until, note, usualEnd },
      ...{
        joinedAt,
        deputySince,
        takeOverAskedAt,
        rings,
        coverageAlerts,
        ignoresCalls,
        ignoresMembers,
        shownOutside,
      },
      follows: followed.filter(isHere).map(({ userId, displayName }) => ({ userId, displayName })),
      questions: { askAgain: askAgainOf(askingInterval, endsUnanswered), prompt, askedAt, confirmedAt },
      watches: openWatches.filter(isHere).map(({ memberId, displayName, needed, endsAt }) => ({
        member: memberId === null ? null : { userId: memberId, displayName: displayName ?? '' },
        ...{ needed, endsAt },
      })),
    }
  })
}
