import { notify } from '#features/notification/notify.ts'
import { hourMs } from '#platform/clock.ts'
import type { Transaction } from '#platform/database/database.ts'
import { groups } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import { newId } from '#platform/tokens.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { checkGroupCount, maxGroupsPerUser } from './group-limit.ts'
import { addMember } from './membership.ts'

// Each new group causes work on every node, so creations are limited. But a user can create `maxGroupsPerUser` groups in an hour.
const maxCreatedAnHour = Math.ceil(1.2 * maxGroupsPerUser)

export async function createGroup(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  input: { userId: string; name: string; description: string },
): Promise<{ id: string; name: string }> {
  await checkGroupCount(transaction, input.userId)
  await countCreation(transaction, clock, input.userId)
  const { userId, name, description } = input
  const id = newId()
  const now = clock.now()
  await transaction.insert(groups).values({ id, name, description, createdBy: userId, created: now })
  await addMember(transaction, { groupId: id, userId, now, isAvailable: true })
  await notify(transaction, clock, {
    kind: 'group.created',
    recipients: [userId],
    group: { id, name },
  })
  return { id, name }
}

async function countCreation(database: Transaction, clock: Services['clock'], userId: string): Promise<void> {
  const limit = { key: `groups:${userId}`, most: maxCreatedAnHour, windowMs: hourMs }
  await consumeOrRefuse({ database, clock }, limit, 'too-many-requests.groups')
}
