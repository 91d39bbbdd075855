import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '#platform/database/database.ts'
import { type Following, groupTopic } from '#platform/live/connections.ts'

export type FollowingColumns = { version: number; groups: Record<string, number> | null }

export function followingColumns(userId: string): string {
  return `
    coalesce((select version from user_versions where user_id = ${userId}), 0) as version, (
      select jsonb_object_agg(g.id, g.version)
      from memberships m join groups g on g.id = m.group_id where m.user_id = ${userId}
    ) as groups`
}

export function toFollowing({ version, groups }: FollowingColumns): Following {
  const topics = Object.entries(groups ?? {}).map(
    ([groupId, version]) => [groupTopic(groupId), version] as const,
  )
  return { version, topics: new Map(topics) }
}

export async function readFollowings(on: Queryable, userIds: string[]): Promise<Map<string, Following>> {
  const found = await rows<FollowingColumns & { userId: string }>(on)`
    select uid as "userId", ${sql.raw(followingColumns('uid'))}
    from users where uid in ${userIds}`
  return new Map(found.map(({ userId, ...columns }) => [userId, toFollowing(columns)]))
}
