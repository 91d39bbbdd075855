import type { GroupRinging } from '@grouplight/contract/ringing.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type GroupRequest, groupNotFound } from '#features/group/membership.ts'
import { type Queryable, rows } from '#platform/database/database.ts'

/** An SQL condition on the membership `m`. */
export const hasChosenRinging = `(m.rings <> 'all' or m.coverage_alerts is not null or m.ignores_calls or m.ignores_members or exists (
  select from follows f where f.group_id = m.group_id and f.user_id = m.user_id
))`

/** This SQL expression is the `GroupRinging` of the membership `m`. Sorted ids give equal content the same entity tag. */
export const ringingColumn = `
  json_strip_nulls(json_build_object('groupId', m.group_id, 'rule', m.rings, 'coverage', m.coverage_alerts,
    'ignoresCalls', nullif(m.ignores_calls, false), 'ignoresMembers', nullif(m.ignores_members, false), 'follows', array(
    select f.member_id from follows f where f.group_id = m.group_id and f.user_id = m.user_id order by f.member_id
  )))`

/** Leaves out groups with the rule 'all' in which the user has chosen no coverage alerts and follows nobody. */
export async function listRinging(on: Queryable, { userId }: { userId: string }): Promise<GroupRinging[]> {
  return find(on, sql`m.user_id = ${userId} and ${sql.raw(hasChosenRinging)}`)
}

export async function readRinging(on: Queryable, { userId, groupId }: GroupRequest): Promise<GroupRinging> {
  const [ringing] = await find(on, sql`m.user_id = ${userId} and m.group_id = ${groupId}`)
  if (!ringing) throw groupNotFound()
  return ringing
}

async function find(on: Queryable, condition: SQL): Promise<GroupRinging[]> {
  const found = await rows<{ ringing: GroupRinging }>(on)`
    select ${sql.raw(ringingColumn)} as ringing from memberships m where ${condition} order by m.group_id`
  return found.map(({ ringing }) => ringing)
}
