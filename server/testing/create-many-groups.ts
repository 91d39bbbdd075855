import type { Database } from '#platform/database/database.ts'
import { groups, memberships } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import type { TestUser } from './test-user.ts'

/** Creates groups directly in the database, with the user as the creator and only member. */
export async function createManyGroups(database: Database, user: TestUser, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => newId())
  const created = new Date()
  const group = { name: 'One of many', description: '', createdBy: user.userId, created }
  const membership = {
    userId: user.userId,
    status: true,
    lastUpdated: created,
    joinedAt: created,
  }
  await database.transaction(async transaction => {
    await transaction.insert(groups).values(ids.map(id => ({ id, ...group })))
    await transaction.insert(memberships).values(ids.map(groupId => ({ groupId, ...membership })))
  })
}
