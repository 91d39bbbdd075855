import { eq } from 'drizzle-orm'
import { users } from '#database/schema.ts'
import type { Services } from '#services.ts'

/** Changes the display name. It follows in every group at once, because it stands nowhere else. */
export async function rename(
  services: Services,
  input: { userId: string; displayName: string },
): Promise<void> {
  const { database, hub, accountListener } = services
  const { userId, displayName } = input
  const publish = await database.transaction(async transaction => {
    await transaction.update(users).set({ displayName }).where(eq(users.id, userId))
    return accountListener.renamed(transaction, userId)
  })
  publish()
  hub.tell(userId, ['account.changed'])
}
