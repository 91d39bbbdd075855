import { announcement } from '@grouplight/contract/operator.ts'
import { and, asc, gt, isNotNull, isNull } from 'drizzle-orm'
import { commit } from '#platform/database/commit.ts'
import { notifications, users } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import { invalidInput } from '#platform/problem.ts'
import { destinationsOf, queuePushes } from '#platform/push/queue-pushes.ts'
import type { Services } from '#services.ts'
import { insertNotices } from './insert-notices.ts'

// Small chunks keep each transaction short, so that other statements do not have to wait long.
const chunkSize = 500

/**
 * Sends a message of the operator to the users who are verified and not disabled. Returns the number of these users. Throws the
 * Problem 'invalid-input' if the message is not valid. If the process ends early, only some users have received the message.
 */
export async function announce(services: Services, input: { message: string }): Promise<number> {
  const { database, clock } = services
  const parsed = announcement.safeParse(input.message)
  if (!parsed.success) throw invalidInput(parsed.error.issues[0])
  const [noticeId = 0] = await insertNotices(database, [
    { type: 'admin', action: 'announced', message: parsed.data, createdAt: clock.now() },
  ])
  let count = 0
  for (let after = ''; ; ) {
    const chunk = await database
      .select({ userId: users.uid })
      .from(users)
      .where(and(gt(users.uid, after), isNotNull(users.emailVerifiedAt), isNull(users.disabledAt)))
      .orderBy(asc(users.uid))
      .limit(chunkSize)
    const last = chunk.at(-1)
    if (!last) return count
    await commit(services, async transaction => {
      await transaction.insert(notifications).values(chunk.map(({ userId }) => ({ userId, noticeId })))
      for (const { userId } of chunk) sendTo(transaction, userId, ['notifications.changed'])
      const content = { kind: 'admin.announced', noticeId, message: parsed.data } as const
      const userIds = chunk.map(({ userId }) => userId)
      await queuePushes(transaction, destinationsOf(userIds), content, clock.now())
    })
    count += chunk.length
    after = last.userId
  }
}
