import { asc, eq } from 'drizzle-orm'
import type { Queryable } from '#database/database.ts'
import { groups, memberships } from '#database/schema.ts'

/** Returns the version of each of the user's groups, by group id. */
export async function groupVersions(
  { database }: { database: Queryable },
  input: { userId: string },
): Promise<Record<string, number>> {
  const found = await database
    .select({ id: groups.id, version: groups.version })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .where(eq(memberships.userId, input.userId))
    .orderBy(asc(groups.id))
  return Object.fromEntries(found.map(({ id, version }) => [id, version]))
}
