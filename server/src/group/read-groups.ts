import { type Group, type Member, maxMembersOnCard } from '@grouplight/contract/group.ts'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { addMs, type Clock, hourMs } from '#clock.ts'
import { type Database, type Queryable, rows } from '#database/database.ts'
import { noonOf } from '#time-zone.ts'
import { type GroupRequest, groupNotFound } from './membership.ts'

/** A day has at most 25 hours. A change that is longer ago was not today, and other members see only its day. */
const exactForMs = 25 * hourMs

type With = { database: Queryable; clock: Clock }

/** Returns the user's groups, newest first. Each group contains only the members that its card shows. */
export async function listGroups(
  { database, clock }: With,
  { userId }: { userId: string },
): Promise<Group[]> {
  const isOwn = sql`g.id in (select group_id from memberships where user_id = ${userId})`
  const found = await rows<GroupRow>(database, groupsQuery(isOwn))
  return toCards(found.map(toGroup), { userId, now: clock.now() })
}

/** Returns a group with all its members, in the order in which this user sees them. */
export async function readGroup(
  { database, clock }: With,
  { userId, groupId, zone }: GroupRequest & { zone: string },
): Promise<Group> {
  const [row] = await rows<GroupRow>(database, groupsQuery(sql`g.id = ${groupId}`))
  const group = row && forMember(toGroup(row), { userId, zone, now: clock.now() })
  if (!group) throw groupNotFound()
  return group
}

const byIdStatement = {
  name: 'groups',
  text: new PgDialect().sqlToQuery(groupsQuery(sql.raw('g.id = any($1)'))).sql,
}

/** Returns groups with all their members. `toCards` turns the groups into the cards of one member. */
export async function readGroupsById(database: Database, ids: string[]): Promise<Group[]> {
  return (await database.prepared<GroupRow>(byIdStatement, [ids])).map(toGroup)
}

/** Returns the cards of the groups of which the user is a member, newest first. The cards show no times, so UTC serves everybody. */
export function toCards(groups: Group[], { userId, now }: { userId: string; now: Date }): Group[] {
  return groups
    .flatMap(group => forMember(group, { userId, now, zone: 'UTC' }, maxMembersOnCard) ?? [])
    .sort((a, b) => (a.created === b.created ? (a.id < b.id ? -1 : 1) : a.created < b.created ? 1 : -1))
}

/** Prepares a group for one member, who becomes the first in the list of members. Returns null if the user is not a member. */
function forMember(group: Group, viewer: Viewer, membersAtMost = group.memberCount): Group | null {
  const { userId, now, zone } = viewer
  const { createdBy, offeredTo } = group
  const own = group.members.find(member => member.userId === userId)
  if (!own) return null
  const others = group.members.filter(member => member !== own).slice(0, membersAtMost - 1)
  // Instants as texts are in the order of time.
  const exactSince = addMs(now, -exactForMs).toISOString()
  return {
    ...group,
    offeredTo: userId === createdBy || userId === offeredTo ? offeredTo : null,
    members: [
      own,
      ...others.map(other => (other.lastUpdated < exactSince ? withDayOnly(other, zone) : other)),
    ],
  }
}

type Viewer = { userId: string; now: Date; zone: string }

function withDayOnly(member: Member, zone: string): Member {
  return { ...member, lastUpdated: new Date(noonOf(Date.parse(member.lastUpdated), zone)).toISOString() }
}

type MemberTuple = [userId: string, displayName: string, status: boolean, lastUpdatedMs: number]
type GroupRow = Omit<Group, 'created' | 'members'> & { createdMs: number; members: MemberTuple[] }

// The members and the version are read in one statement, so that they are consistent.
function groupsQuery(condition: SQL): SQL {
  return sql`
    select g.id, g.name, g.description, g.created_by as "createdBy", g.version,
      (extract(epoch from g.created) * 1000)::float8 as "createdMs",
      count(*)::int as "memberCount", (count(*) filter (where m.status))::int as "availableCount",
      max(m.user_id) filter (where m.group_offered_at is not null) as "offeredTo",
      json_agg(json_build_array(
        u.uid, u.display_name, m.status, (extract(epoch from m.last_updated) * 1000)::float8
      )) as members
    from groups g
    join memberships m on m.group_id = g.id
    join users u on u.uid = m.user_id
    where ${condition}
    group by g.id`
}

function toGroup({ createdMs, members, ...group }: GroupRow): Group {
  return {
    ...group,
    created: new Date(createdMs).toISOString(),
    members: members.map(toMember).sort(compareMembers(group.createdBy)),
  }
}

// Returns a comparison that puts the creator first and sorts the others by name. The database does not sort, because it would
// compare the bytes of names.
function compareMembers(creator: string): (a: Member, b: Member) => number {
  return (a, b) =>
    Number(b.userId === creator) - Number(a.userId === creator) ||
    collator.compare(a.displayName, b.displayName) ||
    (a.userId < b.userId ? -1 : 1)
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

function toMember([userId, displayName, status, lastUpdatedMs]: MemberTuple): Member {
  return { userId, displayName, status, lastUpdated: new Date(lastUpdatedMs).toISOString() }
}
