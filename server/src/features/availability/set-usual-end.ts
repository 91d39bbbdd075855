import { limitGroupChanges } from '#features/group/limit-changes.ts'
import { type GroupRequest, isMembership, lockGroupAsMember } from '#features/group/membership.ts'
import { commit } from '#platform/database/commit.ts'
import { memberships } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import type { Services } from '#services.ts'

/** Null removes the usual end. Only the user's own screens are told, because nobody else may notice the change. */
export function setUsualEnd(
  services: Services,
  input: GroupRequest & { minutes: number | null },
): Promise<{ minutes: number | null }> {
  const { userId, groupId, minutes } = input
  return commit(services, async transaction => {
    await lockGroupAsMember(transaction, input)
    await limitGroupChanges(transaction, services, userId)
    await transaction.update(memberships).set({ usualEnd: minutes }).where(isMembership(input))
    sendTo(transaction, userId, ['group.joined', groupId])
    return { minutes }
  })
}
