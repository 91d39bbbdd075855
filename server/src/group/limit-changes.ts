import { type Clock, hourMs } from '#clock.ts'
import type { Transaction } from '#database/database.ts'
import { consume } from '#limits/limits.ts'
import { tooManyChanges } from '#problem.ts'

const mostAnHour = 60

/** Limits changes that make every member's screen read the group again. Refuses 'too-many-requests'. */
export async function limitGroupChanges(
  transaction: Transaction,
  { clock }: { clock: Clock },
  userId: string,
): Promise<void> {
  const limit = { key: `group changes:${userId}`, most: mostAnHour, windowMs: hourMs }
  const taken = await consume({ database: transaction, clock }, limit)
  if (!taken.allowed) throw tooManyChanges(taken)
}
