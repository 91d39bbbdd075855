import { lt } from 'drizzle-orm'
import { addMs, dayMs } from '#platform/clock.ts'
import { removeInChunks } from '#platform/database/remove-in-chunks.ts'
import { removedMembers } from '#platform/database/schema.ts'
import type { Services } from '#services.ts'

// A stored removal prevents the removed user from joining by links that are older than the removal. These links expire within
// 30 days of the removal, and are deleted 30 days after they have expired.
const removalKeptMs = 60 * dayMs

export async function deleteOldRemovals({ database, clock }: Services): Promise<void> {
  await removeInChunks(
    database,
    removedMembers,
    lt(removedMembers.removedAt, addMs(clock.now(), -removalKeptMs)),
  )
}
