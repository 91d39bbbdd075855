import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '#platform/database/database.ts'
import { invitations, users } from '#platform/database/schema.ts'

export async function inviteesOf(on: Queryable, groupIds: string[]): Promise<string[]> {
  if (groupIds.length === 0) return []
  const found = await on
    .selectDistinct({ id: users.uid })
    .from(invitations)
    .innerJoin(users, eq(users.email, invitations.email))
    .where(and(inArray(invitations.groupId, groupIds), eq(invitations.status, 'pending')))
  return found.map(({ id }) => id)
}
