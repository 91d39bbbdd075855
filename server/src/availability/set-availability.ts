import type { Availability } from '@grouplight/contract/availability.ts'
import { sql } from 'drizzle-orm'
import { rows } from '#database/database.ts'
import { groupNotFound, requireMember } from '#group/membership.ts'
import { groupTopic } from '#group/topic.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'

type Outcome = {
  available: boolean
  sinceMs: number
  version: number
  changed: boolean
  noticeId: number | null
}

/**
 * Sets the person's own availability in a group to the wanted value. An equal value changes nothing.
 * Refuses 'group-not-found', and 'not-your-availability' for somebody else's.
 */
export async function setAvailability(
  services: Services,
  input: { callerId: string; groupId: string; userId: string; available: boolean },
): Promise<Availability> {
  const { database, hub } = services
  const { callerId, groupId, userId } = input
  if (callerId !== userId) {
    await requireMember(database, { groupId, userId: callerId })
    throw new Problem('not-your-availability', 'You can only change your own availability.')
  }
  const outcome = await toggle(services, input)
  if (!outcome) throw groupNotFound()
  const { available, sinceMs, version, changed, noticeId } = outcome
  if (changed)
    hub.publish(groupTopic(groupId), [
      'toggled',
      groupId,
      version,
      [[userId, available ? 1 : 0, sinceMs, noticeId ?? 0]],
    ])
  return { groupId, userId, available, since: new Date(sinceMs).toISOString(), version }
}

// One statement, one commit: the member's row, the group's version and, for "available", a notification for each other
// member. The group's row is locked first, so that versions follow each other in the order of the commits.
async function toggle(
  { database, clock }: Services,
  input: { groupId: string; userId: string; available: boolean },
): Promise<Outcome | undefined> {
  const { groupId, userId, available } = input
  const now = clock.now().toISOString()
  const [outcome] = await rows<Outcome>(
    database,
    sql`
      with target as (
        select g.id, g.name, g.version, m.available, m.available_since, u.display_name
        from groups g
        join memberships m on m.group_id = g.id and m.user_id = ${userId}
        join users u on u.id = m.user_id
        where g.id = ${groupId}
        for update of g, m
      ), changed as (
        update memberships m set available = ${available}, available_since = ${now}
        from target t
        where m.group_id = t.id and m.user_id = ${userId} and t.available <> ${available}
        returning m.available_since
      ), versioned as (
        update groups g set version = g.version + 1 from changed where g.id = ${groupId} returning g.version
      ), notice as (
        insert into notices (type, action, message, created_at, related_group_id, related_group_name, related_user_id, related_user_name)
        select 'membership', 'status', t.display_name || ' is now available in ' || t.name, ${now}, t.id, t.name, ${userId}, t.display_name
        from target t, changed
        where ${available} and exists (select 1 from memberships o where o.group_id = t.id and o.user_id <> ${userId})
        returning id
      ), told as (
        insert into notifications (user_id, notice_id)
        select o.user_id, notice.id from memberships o, notice where o.group_id = ${groupId} and o.user_id <> ${userId}
      )
      select ${available}::boolean as available,
        (extract(epoch from coalesce((select available_since from changed), t.available_since)) * 1000)::float8 as "sinceMs",
        coalesce((select version from versioned), t.version) as version,
        exists (select 1 from changed) as changed,
        (select id from notice)::float8 as "noticeId"
      from target t`,
  )
  return outcome
}
