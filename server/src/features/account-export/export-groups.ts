import { and, asc, eq, isNull, or } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import {
  boards,
  callAnswers,
  calls,
  groups,
  hooks,
  inviteLinks,
  joinRequests,
} from '#platform/database/schema.ts'

export function groupsCreatedBy(transaction: Transaction, userId: string) {
  const { id: groupId, name, description, askingInterval, needed, askers, created } = groups
  return transaction
    .select({ groupId, name, description, askingInterval, needed, askers, created })
    .from(groups)
    .where(eq(groups.createdBy, userId))
    .orderBy(asc(created), asc(groups.id))
}

export function inviteLinksOf(transaction: Transaction, userId: string) {
  const { groupId, createdAt, expiresAt, revokedAt, maxUses, uses, needsApproval } = inviteLinks
  return transaction
    .select({ groupId, createdAt, expiresAt, revokedAt, maxUses, uses, needsApproval })
    .from(inviteLinks)
    .innerJoin(groups, eq(groups.id, groupId))
    .where(eq(groups.createdBy, userId))
    .orderBy(asc(createdAt), asc(inviteLinks.id))
}

export function openCallsOf(transaction: Transaction, userId: string) {
  const { groupId, text, everybody, needed, openedAt, endsAt } = calls
  return transaction
    .select({ groupId, text, everybody, needed, openedAt, endsAt })
    .from(calls)
    .where(and(eq(calls.askerId, userId), isNull(calls.closedAt)))
    .orderBy(asc(openedAt), asc(calls.id))
}

export function callAnswersOf(transaction: Transaction, userId: string) {
  const { can, words } = callAnswers
  return transaction
    .select({ groupId: calls.groupId, text: calls.text, can, words })
    .from(callAnswers)
    .innerJoin(calls, eq(calls.id, callAnswers.callId))
    .where(eq(callAnswers.userId, userId))
    .orderBy(asc(calls.openedAt), asc(calls.id))
}

export function boardsOf(transaction: Transaction, userId: string) {
  const { groupId, createdAt, expiresAt, lastSeenOn, showsNames, showsCalls, frameOrigins } = boards
  return transaction
    .select({ groupId, createdAt, expiresAt, lastSeenOn, showsNames, showsCalls, frameOrigins })
    .from(boards)
    .innerJoin(groups, eq(groups.id, groupId))
    .where(eq(groups.createdBy, userId))
    .orderBy(asc(createdAt), asc(boards.id))
}

export function joinRequestsOf(transaction: Transaction, userId: string) {
  const { askedAt } = joinRequests
  return transaction
    .select({ groupName: groups.name, askedAt })
    .from(joinRequests)
    .innerJoin(groups, eq(groups.id, joinRequests.groupId))
    .where(eq(joinRequests.userId, userId))
    .orderBy(asc(askedAt), asc(groups.id))
}

/** Also the hooks of the groups that the user has created. Of a hook's target, only the host is exported, because the rest is secret. */
export function hooksOf(transaction: Transaction, userId: string) {
  const { groupId, name, kind, host, timeZone, outcomes, createdAt, offAt } = hooks
  const { tellsNotifications, tellsOwnStatus, tellsNames, tellsCallTexts } = hooks
  return transaction
    .select({
      ...{ groupId, name, kind, host, timeZone, outcomes, createdAt, offAt },
      ...{ tellsNotifications, tellsOwnStatus, tellsNames, tellsCallTexts },
    })
    .from(hooks)
    .leftJoin(groups, eq(groups.id, groupId))
    .where(or(eq(hooks.userId, userId), eq(groups.createdBy, userId)))
    .orderBy(asc(createdAt), asc(hooks.id))
}
