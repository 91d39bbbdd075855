import { type Clock, hourMs } from '#clock.ts'
import type { Transaction } from '#database/database.ts'
import { consume } from '#limits/limits.ts'
import { Problem } from '#problem.ts'

// Limited, because each change makes every open screen of the group fetch the group.
const maxChangesAnHour = 60

/** Throws the Problem 'too-many-requests' above the limit. */
export async function limitGroupChanges(
  transaction: Transaction,
  { clock }: { clock: Clock },
  userId: string,
): Promise<void> {
  const limit = { key: `group changes:${userId}`, most: maxChangesAnHour, windowMs: hourMs }
  const outcome = await consume({ database: transaction, clock }, limit)
  if (!outcome.allowed) throw Problem.because('too-many-requests.changes', outcome)
}
