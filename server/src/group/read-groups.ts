import { type Group, type Member, membersOnCard } from '@grouplight/contract/group.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, rows } from '#database/database.ts'
import { groupNotFound } from './membership.ts'

/** Returns the user's groups, newest first. Each group contains only the members that its card shows. */
export async function listGroups(
  { database }: { database: Queryable },
  input: { userId: string },
): Promise<Group[]> {
  const isOwnGroup = sql`id in (select group_id from memberships where user_id = ${input.userId})`
  return readGroups(database, input.userId, isOwnGroup, membersOnCard)
}

/** Returns a group with all its members, in the order for this user. Refuses 'group-not-found'. */
export async function readGroup(
  { database }: { database: Queryable },
  input: { userId: string; groupId: string },
): Promise<Group> {
  const { groupId, userId } = input
  const isThisGroup = sql`id = ${groupId} and exists (select 1 from memberships where group_id = ${groupId} and user_id = ${userId})`
  const [group] = await readGroups(database, userId, isThisGroup, null)
  if (!group) throw groupNotFound()
  return group
}

type MemberTuple = [userId: string, displayName: string, status: boolean, lastUpdatedMs: number]
type GroupRow = Omit<Group, 'created' | 'members'> & { createdMs: number; members: MemberTuple[] }

// One statement reads the members and the version, so that they are consistent.
async function readGroups(
  on: Queryable,
  userId: string,
  condition: SQL,
  membersAtMost: number | null,
): Promise<Group[]> {
  const found = await rows<GroupRow>(
    on,
    sql`
      select g.id, g.name, g.description, g.created_by as "createdBy", g.version,
        (extract(epoch from g.created) * 1000)::float8 as "createdMs",
        counts.members as "memberCount", counts.available as "availableCount", shown.members,
        case when ${userId} in (g.created_by, counts.offered_to) then counts.offered_to end as "offeredTo"
      from (select * from groups where ${condition}) g
      cross join lateral (
        select count(*)::int as members, (count(*) filter (where status))::int as available,
          max(user_id) filter (where group_offered_at is not null) as offered_to
        from memberships where group_id = g.id
      ) counts
      cross join lateral (
        select json_agg(json_build_array(uid, display_name, status, last_updated_ms)) as members
        from (
          select u.uid, u.display_name, m.status, (extract(epoch from m.last_updated) * 1000)::float8 as last_updated_ms
          from memberships m join users u on u.uid = m.user_id
          where m.group_id = g.id
          order by u.uid <> ${userId}, u.uid <> g.created_by, lower(u.display_name), u.uid
          limit ${membersAtMost}
        ) first
      ) shown
      order by g.created desc, g.id`,
  )
  return found.map(({ createdMs, members, ...group }) => ({
    ...group,
    created: new Date(createdMs).toISOString(),
    members: members.map(toMember).sort(compareMembers(userId, group.createdBy)),
  }))
}

// Sorts the user first, then the creator, then the others by name. The database would sort names by their bytes.
function compareMembers(ownId: string, creator: string): (a: Member, b: Member) => number {
  const rank = ({ userId }: Member) => (userId === ownId ? 0 : userId === creator ? 1 : 2)
  return (a, b) =>
    rank(a) - rank(b) || collator.compare(a.displayName, b.displayName) || (a.userId < b.userId ? -1 : 1)
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

function toMember([userId, displayName, status, lastUpdatedMs]: MemberTuple): Member {
  return { userId, displayName, status, lastUpdated: new Date(lastUpdatedMs).toISOString() }
}
