import { lt } from 'drizzle-orm'
import { addMs, dayMs } from '#clock.ts'
import { removeInChunks } from '#database/remove-in-chunks.ts'
import { removedMembers } from '#database/schema.ts'
import type { Services } from '#services.ts'

// The links that a removal still refuses are older than the removal. They end within 30 days and are deleted 30 days later.
const removalKeptMs = 60 * dayMs

/** Deletes removals of members when no link is left that they refuse. */
export async function deleteOldRemovals({ database, clock }: Services): Promise<void> {
  await removeInChunks(
    database,
    removedMembers,
    lt(removedMembers.removedAt, addMs(clock.now(), -removalKeptMs)),
  )
}
