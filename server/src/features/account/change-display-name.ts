import { eq } from 'drizzle-orm'
import { hourMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { users } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import { sendTo } from '#platform/live/tell.ts'
import type { Services } from '#services.ts'

// Changes are limited, because each change makes the open pages of other users fetch the groups in which the name is shown.
const maxChangesPerHour = 20

export async function changeDisplayName(
  services: Services,
  input: { userId: string; displayName: string },
): Promise<void> {
  const { userId, displayName } = input
  const limit = { key: `rename:${userId}`, most: maxChangesPerHour, windowMs: hourMs }
  await consumeOrRefuse(services, limit, 'too-many-requests.changes')
  await commit(services, async transaction => {
    await transaction.update(users).set({ displayName }).where(eq(users.uid, userId))
    await services.accountListener.renamed(transaction, userId)
    sendTo(transaction, userId, ['account.changed'])
  })
}
