import { type Clock, hourMs } from '#platform/clock.ts'
import type { Transaction } from '#platform/database/database.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'

// Limited, because each change makes every open screen of the group fetch the group.
const maxChangesAnHour = 60

/** Throws the Problem 'too-many-requests' above the limit. */
export async function limitGroupChanges(
  transaction: Transaction,
  { clock }: { clock: Clock },
  userId: string,
): Promise<void> {
  const limit = { key: `group changes:${userId}`, most: maxChangesAnHour, windowMs: hourMs }
  await consumeOrRefuse({ database: transaction, clock }, limit, 'too-many-requests.changes')
}
