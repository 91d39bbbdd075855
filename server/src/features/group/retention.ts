import { dayMs } from '#platform/clock.ts'
import { deleteAfter } from '#platform/database/remove-in-chunks.ts'
import { removedMembers } from '#platform/database/schema.ts'

// A stored removal prevents the removed user from joining by links that are older than the removal. These links expire within
// 30 days of the removal, and are deleted 30 days after they have expired.
const removalKeptMs = 60 * dayMs

export const deleteOldRemovals = deleteAfter(removedMembers.removedAt, removalKeptMs)
