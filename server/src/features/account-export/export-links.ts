import type { AccountExport } from '@grouplight/contract/account-export.ts'
import { asc, eq } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { boards, groups, inviteLinks, joinRequests } from '#platform/database/schema.ts'

export async function inviteLinksOf(
  transaction: Transaction,
  userId: string,
): Promise<AccountExport['inviteLinks']> {
  const found = await transaction
    .select({ link: inviteLinks })
    .from(inviteLinks)
    .innerJoin(groups, eq(groups.id, inviteLinks.groupId))
    .where(eq(groups.createdBy, userId))
    .orderBy(asc(inviteLinks.createdAt), asc(inviteLinks.id))
  return found.map(
    ({ link: { groupId, createdAt, expiresAt, maxUses, uses, needsApproval, revokedAt } }) => ({
      groupId,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      revokedAt: revokedAt?.toISOString() ?? null,
      ...{ maxUses, uses, needsApproval },
    }),
  )
}

export async function boardsOf(transaction: Transaction, userId: string): Promise<AccountExport['boards']> {
  const found = await transaction
    .select({ board: boards })
    .from(boards)
    .innerJoin(groups, eq(groups.id, boards.groupId))
    .where(eq(groups.createdBy, userId))
    .orderBy(asc(boards.createdAt), asc(boards.id))
  return found.map(({ board: { groupId, createdAt, expiresAt, lastSeenOn, showsNames, frameOrigins } }) => ({
    groupId,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    ...{ lastSeenOn, showsNames, frameOrigins },
  }))
}

export async function joinRequestsOf(
  transaction: Transaction,
  userId: string,
): Promise<AccountExport['joinRequests']> {
  const found = await transaction
    .select({ groupName: groups.name, askedAt: joinRequests.askedAt })
    .from(joinRequests)
    .innerJoin(groups, eq(groups.id, joinRequests.groupId))
    .where(eq(joinRequests.userId, userId))
    .orderBy(asc(joinRequests.askedAt), asc(groups.id))
  return found.map(({ groupName, askedAt }) => ({ groupName, askedAt: askedAt.toISOString() }))
}
