import { lt } from 'drizzle-orm'
import { addMs, dayMs } from '#clock.ts'
import { removeInChunks } from '#database/remove-in-chunks.ts'
import { removedMembers } from '#database/schema.ts'
import type { Services } from '#services.ts'

// A stored removal keeps the removed user from joining by links that are older than the removal. Such links end within 30 days of
// the removal and are deleted 30 days later.
const removalKeptMs = 60 * dayMs

/** Deletes each stored removal of a member `removalKeptMs` after the removal, when no older link is left. */
export async function deleteOldRemovals({ database, clock }: Services): Promise<void> {
  await removeInChunks(
    database,
    removedMembers,
    lt(removedMembers.removedAt, addMs(clock.now(), -removalKeptMs)),
  )
}
