import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { coverageOf, isConfirmed, memberCounts } from '#platform/database/conditions.ts'
import { type Queryable, rows } from '#platform/database/database.ts'
import type { GroupCounts, HookContent } from './hook-content.ts'

/** `lastSent` is the new value of the column `last_sent`, which must be stored in the same transaction as the deliveries. */
export type HookChanges = { hookId: string; contents: HookContent[]; lastSent: OwnState | GroupState }

/** The groups in which the user is Available, by id. The end is in milliseconds since 1970, or null. */
type OwnState = Record<string, [name: string, endMs: number | null]>
/** Only a hash is stored, because the row must not contain names of members. */
type GroupState = { hash?: string }

type OwnRow = { hookId: string; lastSent: OwnState; state: OwnState }
type GroupRow = {
  hookId: string
  lastSent: GroupState
  groupId: string
  group: string
  needed: number | null
  members: number
  available: number
  unconfirmed: number
  shown: [id: string, name: string][] | null
}

/** `hooks` is an SQL condition on the table `hooks` with the alias `h`. Hooks with nothing to send are left out. */
export async function readChanges(on: Queryable, hooks: SQL): Promise<HookChanges[]> {
  const own = (await readOwn(on, hooks)).flatMap(changesOfOwn)
  const counts = (await readCounts(on, hooks)).flatMap(changesOfCounts)
  return [...own, ...counts]
}

/** Returns what a hook of a group sends about the present state of the group. Null if no group has a hook with this id. */
export async function readPresentCounts(on: Queryable, hookId: string): Promise<GroupCounts | null> {
  const [row] = await readCounts(on, sql`h.id = ${hookId}`)
  return row ? countsOf(row) : null
}

/**
 * Returns the new value of the column `last_sent` if the receiver does not get the content after all. Then the present state is sent
 * again later, because no state has an end before 1970.
 */
export function withoutState(content: HookContent): SQL {
  if (content.type === 'group.changed') return sql`'{}'::jsonb`
  if (content.type !== 'availability.changed') return sql`last_sent`
  const unknown: OwnState = { [content.group.id]: [content.group.name, -1] }
  return sql`last_sent || ${JSON.stringify(unknown)}::jsonb`
}

function readOwn(on: Queryable, hooks: SQL): Promise<OwnRow[]> {
  return rows<OwnRow>(on)`
    select h.id as "hookId", h.last_sent as "lastSent", coalesce(
      json_object_agg(g.id, json_build_array(g.name, (extract(epoch from m.available_until) * 1000)::float8))
        filter (where g.id is not null), '{}'
    ) as state
    from hooks h
    left join memberships m on m.user_id = h.user_id and m.status
    left join groups g on g.id = m.group_id
    where ${hooks} and h.tells_own_status
    group by h.id order by h.id`
}

function readCounts(on: Queryable, hooks: SQL): Promise<GroupRow[]> {
  return rows<GroupRow>(on)`
    select h.id as "hookId", h.last_sent as "lastSent", g.id as "groupId", g.name as group, g.needed, counted.*
    from hooks h join groups g on g.id = h.group_id
    cross join lateral (
      select ${sql.raw(memberCounts)},
        case when h.tells_names then coalesce(
          json_agg(json_build_array(u.uid, u.display_name) order by u.uid) filter (where ${sql.raw(isConfirmed)} and m.shown_outside), '[]'
        ) end as shown
      from memberships m join users u on u.uid = m.user_id
      where m.group_id = g.id
    ) counted
    where ${hooks} order by h.id`
}

function changesOfOwn({ hookId, lastSent, state }: OwnRow): HookChanges[] {
  const content = (id: string, [name, endMs]: OwnState[string], status: boolean): HookContent => ({
    type: 'availability.changed',
    group: { id, name },
    status,
    endMs: status ? endMs : null,
  })
  const isSent = (id: string) => lastSent[id] && state[id] && lastSent[id][1] === state[id][1]
  const on = Object.entries(state).filter(([id]) => !isSent(id))
  const off = Object.entries(lastSent).filter(([id]) => !state[id])
  const contents = [
    ...on.map(([id, details]) => content(id, details, true)),
    ...off.map(([id, details]) => content(id, details, false)),
  ]
  return contents.length > 0 ? [{ hookId, contents, lastSent: state }] : []
}

function changesOfCounts(row: GroupRow): HookChanges[] {
  const content = countsOf(row)
  const hash = createHash('sha256')
    .update(JSON.stringify([content, row.shown]))
    .digest('base64url')
  return hash === row.lastSent.hash ? [] : [{ hookId: row.hookId, contents: [content], lastSent: { hash } }]
}

function countsOf({ groupId, group, needed, members, available, unconfirmed, shown }: GroupRow): GroupCounts {
  return {
    type: 'group.changed',
    group: { id: groupId, name: group },
    available,
    unconfirmed,
    members,
    needed,
    coverage: coverageOf(available, needed),
    shownIds: shown?.map(([id]) => id) ?? null,
  }
}
