import { count, eq } from 'drizzle-orm'
import { accountDeleted } from '#account/account-deleted.ts'
import { hourMs } from '#clock.ts'
import type { UnitOfWork } from '#commit/commit.ts'
import type { Transaction } from '#database/database.ts'
import { groups, memberships, users } from '#database/schema.ts'
import { consume } from '#limits/limits.ts'
import { newId } from '#new-id.ts'
import { notify } from '#notification/notify.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { addMember } from './membership.ts'

const maxGroupsPerUser = 100
// Each creation is work for every node. It allows all groups that a user may be in to be created at once.
const maxCreatedAnHour = 120

/** Creates a group with its first member, who is Available. Refuses 'too-many-groups' and 'too-many-requests'. */
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
  await addMember(transaction, { groupId: id, userId, now })
  await notify(transaction, clock, {
    kind: 'group.created',
    recipients: [userId],
    group: { id, name },
  })
  return { id, name }
}

/** Refuses 'too-many-groups' to a user who may join no more. It locks the user, so that requests at once are counted in turn. */
export async function checkGroupCount(transaction: Transaction, userId: string): Promise<void> {
  const [user] = await transaction
    .select({ id: users.uid })
    .from(users)
    .where(eq(users.uid, userId))
    .for('no key update')
  if (!user) throw accountDeleted()
  const [mine] = await transaction
    .select({ groups: count() })
    .from(memberships)
    .where(eq(memberships.userId, userId))
  if (mine && mine.groups >= maxGroupsPerUser) {
    throw new Problem('too-many-groups', `You can be in at most ${maxGroupsPerUser} groups.`)
  }
}

/** Counts in the transaction, so that a creation that fails is not counted. */
async function countCreation(database: Transaction, clock: Services['clock'], userId: string): Promise<void> {
  const limit = { key: `groups:${userId}`, most: maxCreatedAnHour, windowMs: hourMs }
  const taken = await consume({ database, clock }, limit)
  if (!taken.allowed) throw Problem.because('too-many-requests.groups', taken)
}
