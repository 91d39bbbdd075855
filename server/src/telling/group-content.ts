import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '#database/database.ts'
import type { GroupCounts } from '#hook/hook-content.ts'

/** Returns the present counts of a group. The group must exist. */
export async function readGroupContent(
  on: Queryable,
  { groupId, tellsNames }: { groupId: string; tellsNames: boolean },
): Promise<GroupCounts> {
  const [found] = await rows<{ name: string; needed: number | null; covered: number } & Counts>(
    on,
    sql`
      select g.name, g.needed, g.covered, count(*)::int as members, (count(*) filter (where m.status))::int as available,
        coalesce(array_agg(m.user_id order by m.user_id) filter (where m.status and m.shown_outside), '{}') as "shownIds"
      from groups g join memberships m on m.group_id = g.id
      where g.id = ${groupId} group by g.id`,
  )
  if (!found) throw new Error('A group has no members.')
  const { name, needed, covered, members, available, shownIds } = found
  return {
    type: 'group.changed',
    group: { id: groupId, name },
    ...{ available, members, needed },
    coverage: needed === null ? null : covered >= needed ? 'enough' : 'short',
    shownIds: tellsNames ? shownIds : null,
  }
}

type Counts = { members: number; available: number; shownIds: string[] }
