import type { Askers } from '@grouplight/contract/call.ts'
import { deputyFirstDays, type Group, type Member, maxMembersOnCard } from '@grouplight/contract/group.ts'
import { detailsOf } from '@grouplight/contract/live.ts'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { addMs, type Clock, dayMs, hourMs } from '#platform/clock.ts'
import { isUnconfirmed } from '#platform/database/conditions.ts'
import { type Database, type Queryable, rows } from '#platform/database/database.ts'
import { compareNames } from '#platform/names.ts'
import { noonOf } from '#platform/time-zone.ts'
import { type GroupRequest, groupNotFound } from './membership.ts'
import { callsColumn, callsFor, type StoredCall } from './shown-calls.ts'

/** Other members see the exact time of a change for this long, then only its day. The longest day has 25 hours. */
export const exactForMs = 25 * hourMs

type With = { database: Queryable; clock: Clock }

/** Returns the user's groups, newest first, each with only the members that its card shows. */
export async function listGroups(
  { database, clock }: With,
  { userId }: { userId: string },
): Promise<Group[]> {
  const isOwn = sql`g.id in (select group_id from memberships where user_id = ${userId})`
  const found = await rows<GroupRow>(database)`${groupsQuery(isOwn, userId)}`
  return toCards(found.map(toGroup), { userId, now: clock.now(), usualEnds: usualEndsOf(found) })
}

/** Returns a group as the user sees it, with all its members. Throws the Problem 'group-not-found' if the user is not a member. */
export async function readGroup(
  { database, clock }: With,
  { userId, groupId, zone }: GroupRequest & { zone: string },
): Promise<Group> {
  const [row] = await rows<GroupRow>(database)`${groupsQuery(sql`g.id = ${groupId}`, userId)}`
  const group =
    row && forMember(toGroup(row), { userId, zone, now: clock.now(), usualEnds: usualEndsOf([row]) })
  if (!group) throw groupNotFound()
  return group
}

const byIdStatement = {
  name: 'groups',
  text: new PgDialect().sqlToQuery(groupsQuery(sql.raw('g.id = any($1)'))).sql,
}

/** The groups contain the exact times of all members, and no usual ends. Users may see only the result of `toCards`. */
export async function readGroupsById(database: Database, ids: string[]): Promise<StoredGroup[]> {
  return (await database.prepared<GroupRow>(byIdStatement, [ids])).map(toGroup)
}

/**
 * Returns what the user may see of the groups, newest first, each with at most `maxMembersOnCard` members. The coarse times are
 * computed in UTC, because a card shows no times of other members.
 */
export function toCards(groups: StoredGroup[], viewer: Omit<Viewer, 'zone'>): Group[] {
  return groups
    .flatMap(group => forMember(group, { ...viewer, zone: 'UTC' }, maxMembersOnCard) ?? [])
    .sort((a, b) => (a.created === b.created ? (a.id < b.id ? -1 : 1) : a.created < b.created ? 1 : -1))
}

function forMember(
  { calls, withoutAdminMs, ...group }: StoredGroup,
  viewer: Viewer,
  membersAtMost = group.memberCount,
): Group | null {
  const { userId, now, zone, usualEnds } = viewer
  const { createdBy, offeredTo, deputies = [] } = group
  const own = group.members.find(member => member.userId === userId)
  if (!own) return null
  const others = group.members.filter(member => member !== own).slice(0, membersAtMost - 1)
  // Instants in the form of `toISOString` can be compared as texts.
  const exactSince = addMs(now, -exactForMs).toISOString()
  return {
    ...group,
    offeredTo: userId === createdBy || userId === offeredTo ? offeredTo : null,
    ...(calls && callsFor(calls, userId, now)),
    ...(withoutAdminMs !== undefined && { takeOverFrom: takeOverFrom(withoutAdminMs, deputies, userId) }),
    members: [
      { ...own, ...withoutNull({ usualEnd: usualEnds[group.id] ?? null }) },
      ...others.map(other => forOthers(other, exactSince, zone)),
    ],
  }
}

/** The deputy of the longest standing may take over the group at once. The other members must wait if there is one. */
function takeOverFrom(withoutAdminMs: number, [first]: string[], userId: string): string {
  const waitMs = first === undefined || first === userId ? 0 : deputyFirstDays * dayMs
  return new Date(withoutAdminMs + waitMs).toISOString()
}

/** The usual end of a membership, in minutes, by group id. It is not part of a cached group, because only its member sees it. */
export type UsualEnds = Record<string, number | null>
type Viewer = { userId: string; now: Date; zone: string; usualEnds: UsualEnds }

/** Returns what other members see of a member. `exactSince` is the oldest time that is not coarse. */
function forOthers(member: Member, exactSince: string, zone: string): Member {
  if (member.lastUpdated >= exactSince) return member
  const { unconfirmedSince, ...shown } = member
  const coarse = (time: string) =>
    time < exactSince ? new Date(noonOf(Date.parse(time), zone)).toISOString() : time
  return {
    ...shown,
    lastUpdated: coarse(member.lastUpdated),
    ...(unconfirmedSince && { unconfirmedSince: coarse(unconfirmedSince) }),
  }
}

type MemberTuple = [
  userId: string,
  displayName: string,
  status: boolean,
  lastUpdatedMs: number,
  ...details: [] | Parameters<typeof detailsOf>,
]
/** A group as the database knows it, with what only some members may see. */
export type StoredGroup = Omit<Group, 'calls' | 'takeOverFrom'> & {
  calls?: StoredCall[]
  withoutAdminMs?: number
}

type Optional = 'needed' | 'unconfirmedCount' | 'askingInterval'
type GroupRow = Omit<
  Group,
  'created' | 'members' | 'hasBoards' | 'askers' | 'deputies' | 'calls' | 'takeOverFrom' | Optional
> &
  Record<Optional, number | null> & {
    hasBoards: true | null
    askers: Askers | null
    deputies: string[] | null
    withoutAdminMs: number | null
    calls: StoredCall[] | null
    createdMs: number
    usualEnd: number | null
    members: MemberTuple[]
  }

// The members and the version are read in one statement, so that they are consistent.
function groupsQuery(condition: SQL, userId?: string): SQL {
  const isUser = sql`o.group_id = g.id and o.user_id = ${userId}`
  const usualEnd =
    userId === undefined ? sql`null::int` : sql`(select usual_end from memberships o where ${isUser})`
  return sql`
    select g.id, g.name, g.description,
      case when g.without_admin_since is null then g.created_by end as "createdBy", g.version,
      ${ms('g.without_admin_since')} as "withoutAdminMs",
      json_agg(m.user_id order by m.deputy_since, m.user_id)
        filter (where m.deputy_since is not null and u.disabled_at is null) as deputies,
      (extract(epoch from g.created) * 1000)::float8 as "createdMs",
      count(*)::int as "memberCount", (count(*) filter (where m.status))::int as "availableCount",
      max(m.user_id) filter (where m.group_offered_at is not null) as "offeredTo",
      g.needed, g.asking_interval as "askingInterval", g.askers, ${sql.raw(callsColumn)} as calls,
      case when exists (select from boards b where b.group_id = g.id) then true end as "hasBoards",
      nullif(count(*) filter (where ${sql.raw(isUnconfirmed)}), 0)::int as "unconfirmedCount",
      ${usualEnd} as "usualEnd",
      json_agg(case
        when m.status and (m.available_until is not null or m.note is not null or m.asked_at is not null) then json_build_array(
          u.uid, u.display_name, m.status, ${ms('m.last_updated')},
          ${ms('m.available_until')}, m.note,
          case when m.asked_at is not null then ${ms('greatest(m.last_updated, m.confirmed_at)')} end
        )
        else json_build_array(u.uid, u.display_name, m.status, ${ms('m.last_updated')})
      end) as members
    from groups g
    join memberships m on m.group_id = g.id
    join users u on u.uid = m.user_id
    where ${condition}
    group by g.id`
}

function usualEndsOf(found: GroupRow[]): UsualEnds {
  return Object.fromEntries(found.map(({ id, usualEnd }) => [id, usualEnd]))
}

function ms(time: string): SQL {
  return sql.raw(`(extract(epoch from ${time}) * 1000)::float8`)
}

function toGroup({
  createdMs,
  members,
  needed,
  unconfirmedCount,
  askingInterval,
  hasBoards,
  askers,
  calls,
  deputies,
  withoutAdminMs,
  usualEnd,
  ...group
}: GroupRow): StoredGroup {
  return {
    ...group,
    ...withoutNull({ needed, unconfirmedCount, askingInterval, hasBoards, askers, calls }),
    ...withoutNull({ deputies, withoutAdminMs }),
    created: new Date(createdMs).toISOString(),
    members: members.map(toMember).sort(compareMembers(group.createdBy)),
  }
}

function compareMembers(creator: string | null): (a: Member, b: Member) => number {
  return (a, b) =>
    Number(b.userId === creator) - Number(a.userId === creator) ||
    compareNames(a.displayName, b.displayName) ||
    (a.userId < b.userId ? -1 : 1)
}

function toMember([userId, displayName, status, lastUpdatedMs, ...details]: MemberTuple): Member {
  const member = { userId, displayName, status, lastUpdated: new Date(lastUpdatedMs).toISOString() }
  return details.length === 0 ? member : { ...member, ...detailsOf(...details) }
}

function withoutNull<Values extends Record<string, unknown>>(
  values: Values,
): { [Name in keyof Values]?: NonNullable<Values[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as never
}
