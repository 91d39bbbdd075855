import { eq } from 'drizzle-orm'
import { hourMs } from '#clock.ts'
import { users } from '#database/schema.ts'
import { consume } from '#limits/limits.ts'
import { tooManyChanges } from '#problem.ts'
import type { Services } from '#services.ts'

const mostAnHour = 20

/**
 * Changes the display name. It follows in every group at once, because it stands nowhere else. Every screen that shows it reads
 * it again, so there is a limit: refuses 'too-many-requests'.
 */
export async function changeDisplayName(
  services: Services,
  input: { userId: string; displayName: string },
): Promise<void> {
  const { database, hub, accountListener } = services
  const { userId, displayName } = input
  const taken = await consume(services, { key: `rename:${userId}`, most: mostAnHour, windowMs: hourMs })
  if (!taken.allowed) throw tooManyChanges(taken)
  const publish = await database.transaction(async transaction => {
    await transaction.update(users).set({ displayName }).where(eq(users.uid, userId))
    return accountListener.renamed(transaction, userId)
  })
  publish()
  hub.sendTo(userId, ['account.changed'])
}
