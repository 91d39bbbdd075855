import { count, eq } from 'drizzle-orm'
import { accountDeleted } from '#features/account/find-account.ts'
import type { Transaction } from '#platform/database/database.ts'
import { memberships, users } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'

export const maxGroupsPerUser = 100

/** Locks the user, so that concurrent requests cannot exceed the limit together. Throws 'too-many-groups' at the limit. */
export async function checkGroupCount(transaction: Transaction, userId: string): Promise<void> {
  const [user] = await transaction
    .select({ id: users.uid })
    .from(users)
    .where(eq(users.uid, userId))
    .for('no key update')
  if (!user) throw accountDeleted()
  const [joined] = await transaction
    .select({ groups: count() })
    .from(memberships)
    .where(eq(memberships.userId, userId))
  if (joined && joined.groups >= maxGroupsPerUser) {
    throw new Problem('too-many-groups', { params: { max: maxGroupsPerUser } })
  }
}
