import { count, eq } from 'drizzle-orm'
import { accountGone } from '#account/account-gone.ts'
import type { Transaction } from '#database/database.ts'
import { groups, memberships, users } from '#database/schema.ts'
import { newId } from '#new-id.ts'
import { notify } from '#notification/notify.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'

const maxGroupsPerUser = 100

/** Makes a group with its first member, who starts Available. Refuses 'too-many-groups'. */
export async function createGroup(
  transaction: Transaction,
  { clock }: Services,
  input: { userId: string; name: string; description: string },
): Promise<{ id: string; name: string }> {
  await requireRoomForGroup(transaction, input.userId)
  const { userId, name, description } = input
  const id = newId()
  const now = clock.now()
  await transaction.insert(groups).values({ id, name, description, createdBy: userId, createdAt: now })
  await transaction
    .insert(memberships)
    .values({ groupId: id, userId, available: true, availableSince: now, joinedAt: now })
  await notify(transaction, clock, {
    type: 'group',
    action: 'created',
    message: `You created a new group: ${name}`,
    recipients: [userId],
    group: { id, name },
  })
  return { id, name }
}

/** Refuses 'too-many-groups' to somebody who is in as many groups as one may be. Several at once are counted one by one. */
export async function requireRoomForGroup(transaction: Transaction, userId: string): Promise<void> {
  const [person] = await transaction
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!person) throw accountGone()
  const [mine] = await transaction
    .select({ groups: count() })
    .from(memberships)
    .where(eq(memberships.userId, userId))
  if (mine && mine.groups >= maxGroupsPerUser) {
    throw new Problem('too-many-groups', `You can be in at most ${maxGroupsPerUser} groups.`)
  }
}
