import { rows } from '#platform/database/database.ts'
import { groups } from '#platform/database/schema.ts'
import type { Services } from '#services.ts'

type GroupWithoutAdmin = { id: string; name: string; memberCount: number }

/** Of groups with an admin, only the number. */
export async function listGroupsWithoutAdmin({
  database,
}: Pick<Services, 'database'>): Promise<{ count: number; withoutAdmin: GroupWithoutAdmin[] }> {
  const withoutAdmin = await rows<GroupWithoutAdmin>(database)`
    select id, name, (select count(*)::int from memberships m where m.group_id = g.id) as "memberCount"
    from groups g where without_admin_since is not null order by without_admin_since desc, id limit 100`
  return { count: await database.$count(groups), withoutAdmin }
}
