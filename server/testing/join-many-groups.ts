import type { Database } from '#database/database.ts'
import { groups, memberships } from '#database/schema.ts'
import { newId } from '#new-id.ts'
import type { Person } from './person.ts'

/** Puts a person into so many groups of their own, straight into the database. */
export async function joinManyGroups(database: Database, person: Person, howMany: number): Promise<void> {
  const ids = Array.from({ length: howMany }, () => newId())
  const createdAt = new Date()
  const group = { name: 'One of many', description: '', createdBy: person.userId, createdAt }
  const membership = {
    userId: person.userId,
    available: true,
    availableSince: createdAt,
    joinedAt: createdAt,
  }
  await database.transaction(async transaction => {
    await transaction.insert(groups).values(ids.map(id => ({ id, ...group })))
    await transaction.insert(memberships).values(ids.map(groupId => ({ groupId, ...membership })))
  })
}
