import type { Availability, AvailabilityDetails } from '@grouplight/contract/availability.ts'
import { groupIdsOf, groupNotFound } from '#features/group/membership.ts'
import { commit } from '#platform/database/commit.ts'
import type { Services } from '#services.ts'
import { endNotPossible, isEndPossible } from './requested-end.ts'
import { setStatus } from './set-status.ts'
import { requireChanged } from './status-outcome.ts'

type Request = AvailabilityDetails & {
  userId: string
  session: string
  status: boolean
  groupIds?: string[] | undefined
}

/**
 * Sets the user's own availability in the groups of `groupIds`, by default in all groups of the user. Returns the availabilities
 * that have changed. If the change is refused in one group, nothing changes in any group.
 */
export async function setAvailabilityInGroups(
  services: Services,
  { userId, session, status, groupIds, ...details }: Request,
): Promise<{ changed: Availability[] }> {
  const now = services.clock.now()
  if (!isEndPossible(details, now)) throw endNotPossible()
  return commit(services, async transaction => {
    const own = await groupIdsOf(transaction, userId)
    const wanted = [...new Set(groupIds ?? own)]
    if (wanted.some(groupId => !own.includes(groupId))) throw groupNotFound()
    const changes = wanted.map(groupId => ({ session, groupId, userId, status, details }))
    const outcomes = await setStatus(transaction, services, changes, now)
    const changed: Availability[] = []
    for (const [at, { groupId }] of changes.entries()) {
      const outcome = outcomes[at]
      // The user has left the group in the meantime.
      if (outcome?.availability === null && !groupIds) continue
      const availability = await requireChanged(services, outcome, { groupId, userId })
      if (outcome?.changed) changed.push(availability)
    }
    return { changed }
  })
}
