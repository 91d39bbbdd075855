import { and, isNull, lt, or, sql } from 'drizzle-orm'
import { addMs, type Clock, dayMs } from '#platform/clock.ts'
import { isDisabled } from '#platform/database/conditions.ts'
import type { Database } from '#platform/database/database.ts'
import { removeInChunks } from '#platform/database/remove-in-chunks.ts'
import { outbox } from '#platform/database/schema.ts'

const endedEmailKeptMs = 30 * dayMs

/** For how long an email is tried, and for how long it rests while its inviter is disabled. */
export const waitsAtMostMs = 3 * dayMs

export async function deleteOldEmails({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): Promise<void> {
  const [cutoff, restingCutoff] = [endedEmailKeptMs, waitsAtMostMs].map(ms => addMs(clock.now(), -ms)) as [
    Date,
    Date,
  ]
  // The conditions on `createdAt` are always true for ended emails, but let PostgreSQL use an index.
  const isOld = and(lt(outbox.createdAt, cutoff), or(lt(outbox.sentAt, cutoff), lt(outbox.failedAt, cutoff)))
  const isResting = and(isNull(outbox.sentAt), isNull(outbox.failedAt), isDisabled(sql`${outbox.inviterId}`))
  await removeInChunks(database, outbox, isOld)
  await removeInChunks(database, outbox, and(lt(outbox.createdAt, restingCutoff), isResting))
}
