import { and, isNull, lt, or, sql } from 'drizzle-orm'
import { addMs, type Clock, dayMs } from '#clock.ts'
import type { Database } from '#database/database.ts'
import { isDisabled } from '#database/is-disabled.ts'
import { removeInChunks } from '#database/remove-in-chunks.ts'
import { outbox } from '#database/schema.ts'

const endedEmailKeptMs = 30 * dayMs

export async function deleteOldEmails({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): Promise<void> {
  const cutoff = addMs(clock.now(), -endedEmailKeptMs)
  const isResting = and(isNull(outbox.sentAt), isNull(outbox.failedAt), isDisabled(sql`${outbox.inviterId}`))
  const isOver = or(lt(outbox.sentAt, cutoff), lt(outbox.failedAt, cutoff), isResting)
  // The condition on `createdAt` is always true for these emails, but lets PostgreSQL use an index.
  await removeInChunks(database, outbox, and(lt(outbox.createdAt, cutoff), isOver))
}
