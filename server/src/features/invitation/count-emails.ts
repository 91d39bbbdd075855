import { eq } from 'drizzle-orm'
import { addMs, dayMs } from '#platform/clock.ts'
import type { Transaction } from '#platform/database/database.ts'
import { users } from '#platform/database/schema.ts'
import { consume } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'

/** Counts the emails for the inviter and for each address. Throws the Problem 'too-many-invitations' above a limit. */
export async function countEmails(
  transaction: Transaction,
  services: Services,
  { inviterId, emails }: { inviterId: string; emails: string[] },
): Promise<void> {
  await countForInviter(transaction, services, inviterId, emails.length)
  // Addresses are counted in a fixed order, which prevents deadlocks between transactions.
  for (const email of emails.toSorted()) await countForAddress(transaction, services, email)
}

// This counter does not depend on the stored invitations, so deleting a group does not reset it.
async function countForInviter(
  transaction: Transaction,
  { config, clock }: Services,
  inviterId: string,
  amount: number,
): Promise<void> {
  const { invitationsPerDay, invitationsOnFirstDay } = config.limits
  const now = clock.now()
  const [inviter] = await transaction
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.uid, inviterId))
  const firstDayLeftMs = addMs(inviter?.createdAt ?? now, dayMs).getTime() - now.getTime()
  const limit = { key: `invitations:${inviterId}`, most: invitationsPerDay, windowMs: dayMs, amount }
  const isFirstDay = firstDayLeftMs > 0 && invitationsOnFirstDay < invitationsPerDay
  const outcome = await consume(
    { database: transaction, clock },
    isFirstDay ? { ...limit, most: invitationsOnFirstDay } : limit,
  )
  if (outcome.allowed) return
  const { retryAfterSeconds } = outcome
  if (!isFirstDay)
    throw new Problem('too-many-invitations.day', {
      params: { max: invitationsPerDay },
      retryAfterSeconds,
    })
  throw new Problem('too-many-invitations.first-day', {
    params: { max: invitationsOnFirstDay },
    retryAfterSeconds: Math.min(retryAfterSeconds, Math.ceil(firstDayLeftMs / 1000)),
  })
}

async function countForAddress(
  transaction: Transaction,
  { config, clock }: Services,
  email: string,
): Promise<void> {
  const limit = { key: `invitations to:${email}`, most: config.limits.invitationsPerAddress, windowMs: dayMs }
  const { allowed, ...outcome } = await consume({ database: transaction, clock }, limit)
  if (!allowed) throw new Problem('too-many-invitations.address', { params: { email }, ...outcome })
}
