import { and, asc, eq, gt, gte, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import { isCreatorDisabled } from '#platform/database/conditions.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inviteLinks, removedMembers } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'

/**
 * The condition must select one link, and check that this link has uses left. The check and the increment are one statement, so that
 * concurrent transactions cannot exceed the maximum. Throws the Problem 'link-not-usable' if no link matches the condition.
 */
export async function takeUse(
  transaction: Transaction,
  condition: SQL | undefined,
): Promise<{ id: string; needsApproval: boolean }> {
  const [used] = await transaction
    .update(inviteLinks)
    .set({ uses: sql`${inviteLinks.uses} + 1` })
    .where(condition)
    .returning({ id: inviteLinks.id, needsApproval: inviteLinks.needsApproval })
  if (!used) throw linkNotUsable()
  return used
}

export async function giveUseBack(transaction: Transaction, linkId: string): Promise<void> {
  await transaction
    .update(inviteLinks)
    .set({ uses: sql`${inviteLinks.uses} - 1` })
    .where(and(eq(inviteLinks.id, linkId), gt(inviteLinks.uses, 0)))
}

/** Locks links in the order of their ids, which prevents deadlocks. */
export async function lockLinks(transaction: Transaction, which: SQL | undefined): Promise<void> {
  await transaction
    .select({ id: inviteLinks.id })
    .from(inviteLinks)
    .where(which)
    .orderBy(asc(inviteLinks.id))
    .for('no key update')
}

/** A condition in SQL: a link has uses left, is not revoked and has not expired. Does not include `allowsUser`. */
export function isUsable(now: Date): SQL | undefined {
  return and(hasUsesLeft(), gt(inviteLinks.expiresAt, now))
}

/** A condition in SQL: a link has uses left, is not revoked and does not rest. It may have expired. */
export function hasUsesLeft(): SQL | undefined {
  return and(isNull(inviteLinks.revokedAt), lt(inviteLinks.uses, inviteLinks.maxUses), not(isResting()))
}

/** A condition in SQL: the creator of the link's group is disabled. */
export function isResting(): SQL {
  return isCreatorDisabled(sql`${inviteLinks.groupId}`)
}

/** A condition in SQL: the user was not removed from the group after the link was made, or has joined again afterwards. */
export function allowsUser(userId: string): SQL {
  return noneRemoved(eq(removedMembers.userId, userId))
}

/** A condition in SQL: `allowsUser` holds for all users. */
export function allowsEverybody(): SQL {
  return noneRemoved()
}

function noneRemoved(which?: SQL): SQL {
  const isSince = and(
    eq(removedMembers.groupId, inviteLinks.groupId),
    gte(removedMembers.removedAt, inviteLinks.createdAt),
  )
  return sql`not exists (select 1 from ${removedMembers} where ${and(isSince, which)})`
}

/** The refusal has no reason, because the reason could reveal which links exist. */
export function linkNotUsable(): Problem {
  return new Problem('link-not-usable')
}
