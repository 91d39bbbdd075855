import {
  type CoverageAlerts,
  type GroupRinging,
  maxFollowsPerUser,
  type RingingRule,
} from '@grouplight/contract/ringing.ts'
import { and, eq, sql } from 'drizzle-orm'
import { type GroupRequest, isMember, lockGroupAsMember } from '#features/group/membership.ts'
import { commit } from '#platform/database/commit.ts'
import { rows, type Transaction } from '#platform/database/database.ts'
import { follows } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { readRinging } from './read-ringing.ts'

type FollowRequest = GroupRequest & { memberId: string }

/** A change from 'followed' or 'none' marks earlier status notices as read, so that hidden notices do not appear as unread. */
export function setRingingRule(
  services: Services,
  input: GroupRequest & { rule: RingingRule },
): Promise<GroupRinging> {
  const { userId, groupId, rule } = input
  return change(services, input, async transaction => {
    // Wherever this statement reads `m.rings`, it reads the earlier rule.
    const changed = await rows(transaction)`
    update memberships m set rings = ${rule},
      read_number = case m.rings when 'all' then m.read_number else g.notice_count end,
      own_since_read = case m.rings when 'all' then m.own_since_read else 0 end
    from groups g
    where g.id = ${groupId} and m.group_id = g.id and m.user_id = ${userId} and m.rings <> ${rule}
    returning 1`
    await transaction.execute(sql`
      delete from status_readings r using memberships m
      where r.group_id = ${groupId} and r.user_id = ${userId}
        and m.group_id = r.group_id and m.user_id = r.user_id and r.number <= m.read_number`)
    return changed.length > 0
  })
}

export function setCoverageAlerts(
  services: Services,
  input: GroupRequest & { coverage: CoverageAlerts },
): Promise<GroupRinging> {
  const { userId, groupId, coverage } = input
  return change(services, input, async transaction => {
    const changed = await rows(transaction)`
      update memberships set coverage_alerts = ${coverage}
      where group_id = ${groupId} and user_id = ${userId} and coverage_alerts is distinct from ${coverage}
      returning 1`
    return changed.length > 0
  })
}

export function setCallAlerts(
  services: Services,
  { on, ...input }: GroupRequest & { on: boolean },
): Promise<GroupRinging> {
  return setIgnored(services, input, 'ignores_calls', !on)
}

export function setMemberAlerts(
  services: Services,
  { on, ...input }: GroupRequest & { on: boolean },
): Promise<GroupRinging> {
  return setIgnored(services, input, 'ignores_members', !on)
}

function setIgnored(
  services: Services,
  input: GroupRequest,
  column: 'ignores_calls' | 'ignores_members',
  ignores: boolean,
): Promise<GroupRinging> {
  const { userId, groupId } = input
  return change(services, input, async transaction => {
    const changed = await rows(transaction)`
      update memberships set ${sql.raw(column)} = ${ignores}
      where group_id = ${groupId} and user_id = ${userId} and ${sql.raw(column)} <> ${ignores}
      returning 1`
    return changed.length > 0
  })
}

/** With the rule 'followed', earlier status notices about the member become read, so that they do not appear as unread. */
export function followMember(services: Services, input: FollowRequest): Promise<GroupRinging> {
  const { userId, groupId, memberId } = input
  return change(services, input, async transaction => {
    if (memberId === userId || !(await isMember(transaction, { groupId, userId: memberId })))
      throw new Problem('member-not-found.follow')
    const added = await rows(transaction)`
      insert into follows (group_id, user_id, member_id, read_number)
      select m.group_id, m.user_id, ${memberId}, case m.rings when 'followed' then g.notice_count else 0 end
      from memberships m join groups g on g.id = m.group_id
      where m.group_id = ${groupId} and m.user_id = ${userId}
      on conflict do nothing returning 1`
    if ((await countFollows(transaction, userId)) > maxFollowsPerUser)
      throw new Problem('too-many-follows', { params: { max: maxFollowsPerUser } })
    return added.length > 0
  })
}

export function unfollowMember(services: Services, input: FollowRequest): Promise<GroupRinging> {
  const { userId, groupId, memberId } = input
  return change(services, input, async transaction => {
    const removed = await transaction
      .delete(follows)
      .where(and(eq(follows.groupId, groupId), eq(follows.userId, userId), eq(follows.memberId, memberId)))
      .returning({ memberId: follows.memberId })
    return removed.length > 0
  })
}

/** `work` returns whether it has changed something. The group is locked, so that no status notice is added meanwhile. */
function change(
  services: Services,
  input: GroupRequest,
  work: (transaction: Transaction) => Promise<boolean>,
): Promise<GroupRinging> {
  return commit(services, async transaction => {
    await lockGroupAsMember(transaction, input)
    if (await work(transaction)) {
      sendTo(transaction, input.userId, ['ringing.changed'])
      sendTo(transaction, input.userId, ['notifications.changed'])
    }
    return readRinging(transaction, input)
  })
}

async function countFollows(transaction: Transaction, userId: string): Promise<number> {
  const [found] = await rows<{ count: number }>(transaction)`
    select count(*)::int as count from memberships m join follows f on f.group_id = m.group_id and f.user_id = m.user_id
    where m.user_id = ${userId}`
  return found?.count ?? 0
}
