import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '#platform/database/database.ts'
import { groupTopic } from '#platform/live/connections.ts'

/** The ids of a user's groups, for a statement. */
export function groupIdsOf(userId: string): string {
  return `array(select group_id from memberships where user_id = ${userId})`
}

export function topicsOf(groupIds: string[]): Set<string> {
  return new Set(groupIds.map(groupTopic))
}

/** Returns the topics that users may follow. */
export async function readTopics(on: Queryable, userIds: string[]): Promise<Map<string, Set<string>>> {
  const found = await rows<{ userId: string; groupIds: string[] }>(on)`
    select uid as "userId", ${sql.raw(groupIdsOf('uid'))} as "groupIds" from users where uid in ${userIds}`
  return new Map(found.map(({ userId, groupIds }) => [userId, topicsOf(groupIds)]))
}
