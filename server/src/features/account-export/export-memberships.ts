import type { AccountExport } from '@grouplight/contract/account-export.ts'
import type { Prompt } from '@grouplight/contract/question.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { follows, groups, memberships, prompts, users, watches } from '#platform/database/schema.ts'

export async function membershipsOf(
  transaction: Transaction,
  userId: string,
): Promise<AccountExport['memberships']> {
  const found = await transaction
    .select({ membership: memberships, groupName: groups.name, prompt: prompts.prompt })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .leftJoin(prompts, and(eq(prompts.groupId, groups.id), eq(prompts.userId, userId)))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.joinedAt), asc(groups.id))
  const followed = await transaction
    .select({ groupId: follows.groupId, userId: users.uid, displayName: users.displayName })
    .from(follows)
    .innerJoin(users, eq(users.uid, follows.memberId))
    .where(
      and(
        eq(follows.userId, userId),
        inArray(
          follows.groupId,
          found.map(({ membership }) => membership.groupId),
        ),
      ),
    )
    .orderBy(asc(users.uid))
  const openWatches = await transaction
    .select({ watch: watches, displayName: users.displayName })
    .from(watches)
    .leftJoin(users, eq(users.uid, watches.memberId))
    .where(eq(watches.userId, userId))
    .orderBy(asc(watches.endsAt), asc(watches.id))
  return found.map(({ membership, groupName, prompt }) => {
    const { groupId, status, lastUpdated, availableUntil, note, usualEnd, joinedAt, ...chosen } = membership
    const { rings, coverageAlerts, shownOutside } = chosen
    return {
      groupId,
      groupName,
      status,
      lastUpdated: lastUpdated.toISOString(),
      until: availableUntil?.toISOString() ?? null,
      note,
      usualEnd,
      joinedAt: joinedAt.toISOString(),
      rings,
      coverageAlerts,
      shownOutside,
      follows: followed
        .filter(follow => follow.groupId === groupId)
        .map(({ userId, displayName }) => ({ userId, displayName })),
      questions: questionsOf(membership, prompt),
      watches: openWatches
        .filter(({ watch }) => watch.groupId === groupId)
        .map(({ watch: { memberId, needed, endsAt }, displayName }) => ({
          member: memberId === null ? null : { userId: memberId, displayName: displayName ?? '' },
          needed,
          endsAt: endsAt.toISOString(),
        })),
    }
  })
}

function questionsOf(
  { askingInterval, endsUnanswered, askedAt, confirmedAt }: typeof memberships.$inferSelect,
  prompt: Prompt | null,
): AccountExport['memberships'][number]['questions'] {
  return {
    askingInterval,
    endsUnanswered,
    prompt,
    askedAt: askedAt?.toISOString() ?? null,
    confirmedAt: confirmedAt?.toISOString() ?? null,
  }
}
