import { and, eq, ne, sql } from 'drizzle-orm'
import { limitGroupChanges } from '#features/group/limit-changes.ts'
import { type GroupRequest, isMembership, lockGroupAsMember } from '#features/group/membership.ts'
import { commit } from '#platform/database/commit.ts'
import type { Queryable } from '#platform/database/database.ts'
import { groups, memberships } from '#platform/database/schema.ts'
import { changeOutside } from '#platform/live/tell.ts'
import type { Services } from '#services.ts'

/** Boards on another node may show the change up to 400 ms later. */
export async function setShownOutside(
  services: Services,
  { shown, ...input }: GroupRequest & { shown: boolean },
): Promise<void> {
  await commit(services, async transaction => {
    await lockGroupAsMember(transaction, input)
    const changed = await transaction
      .update(memberships)
      .set({ shownOutside: shown })
      .where(and(isMembership(input), ne(memberships.shownOutside, shown)))
      .returning({ userId: memberships.userId })
    if (changed.length === 0) return
    // Withdrawing the consent must always be possible, so only giving the consent is limited.
    if (shown) await limitGroupChanges(transaction, services, input.userId)
    // The version of the group stays the same, because the members must not notice the change.
    await transaction
      .update(groups)
      .set({ boardVersion: sql`${groups.boardVersion} + 1` })
      .where(eq(groups.id, input.groupId))
    changeOutside(transaction, input.groupId)
  })
}

export async function isShownOutside(on: Queryable, input: GroupRequest): Promise<boolean> {
  const [member] = await on
    .select({ shownOutside: memberships.shownOutside })
    .from(memberships)
    .where(isMembership(input))
  return member?.shownOutside ?? false
}
