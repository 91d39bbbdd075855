import type { Call } from '@grouplight/contract/call.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { lockUser } from '#features/account/lock-session.ts'
import {
  type GroupRequest,
  type GroupSummary,
  lockGroupAsMember,
  requireMember,
} from '#features/group/membership.ts'
import { addMs, dayMs, hourMs, minuteMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { rows, type Transaction } from '#platform/database/database.ts'
import { calls } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { newId } from '#platform/tokens.ts'
import type { Services } from '#services.ts'
import { askMembers } from './ask-members.ts'
import { publishCallFor } from './call-store.ts'
import { tellHooks } from './tell.ts'

export type Question = { text: string; everybody: boolean; needed: number | null; forMinutes: number }

const maxOpenInGroup = 5
const maxAnHour = 3
const maxADay = 10
/** Who has joined by a leaked link cannot ask at once. */
const newcomerMs = hourMs

export async function openCall(
  services: Services,
  { userId, groupId, text, everybody, needed, forMinutes }: GroupRequest & Question,
): Promise<Call> {
  const { database, clock } = services
  // Users who are no members are refused before the transaction locks the group.
  await requireMember(database, { userId, groupId })
  return commit(services, async transaction => {
    await lockUser(transaction, userId)
    const group = await lockGroupAsMember(transaction, { userId, groupId })
    const now = clock.now()
    await requireAsker(transaction, group, userId, now)
    await requireRoom(transaction, { userId, groupId })
    const limits = { database: transaction, clock }
    await consumeOrRefuse(
      limits,
      { key: `calls an hour:${userId}`, most: maxAnHour, windowMs: hourMs },
      'too-many-requests.calls',
    )
    await consumeOrRefuse(
      limits,
      { key: `calls:${userId}`, most: maxADay, windowMs: dayMs },
      'too-many-requests.calls',
    )
    await countRing(transaction, services, groupId)
    const call = {
      id: newId(),
      groupId,
      askerId: userId,
      text,
      everybody,
      needed,
      openedAt: now,
      rungAt: now,
      endsAt: addMs(now, forMinutes * minuteMs),
    }
    await transaction.insert(calls).values(call)
    await askMembers(transaction, services, { call, group }, everybody ? sql`true` : sql`status`)
    await tellHooks(transaction, services, { call, group }, 'call.opened')
    transaction.afterCommit(({ expiryTimes }) => expiryTimes.add(call.endsAt))
    return publishCallFor(transaction, call, userId)
  })
}

/** Each ring of a call counts for the group. */
export function countRing(
  transaction: Transaction,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  groupId: string,
): Promise<void> {
  const limit = { key: `group calls:${groupId}`, most: config.limits.callsPerDay, windowMs: dayMs }
  return consumeOrRefuse({ database: transaction, clock }, limit, 'too-many-requests.group-calls')
}

async function requireAsker(
  transaction: Transaction,
  group: GroupSummary,
  userId: string,
  now: Date,
): Promise<void> {
  const [found] = await rows<{
    askers: string | null
    joinedAt: string
    isDisabled: boolean
    isDeputy: boolean
  }>(transaction)`
    select g.askers, m.joined_at as "joinedAt", u.disabled_at is not null as "isDisabled",
      m.deputy_since is not null as "isDeputy"
    from groups g join memberships m on m.group_id = g.id join users u on u.uid = m.user_id
    where g.id = ${group.id} and m.user_id = ${userId}`
  // The account may have been disabled while the request waited for the lock.
  if (found?.isDisabled) throw new Problem('unauthenticated')
  const isAdmin = group.createdBy === userId || found?.isDeputy === true
  if (!found?.askers || (found.askers === 'admins' && !isAdmin)) throw new Problem('may-not-ask')
  if (!isAdmin && new Date(found.joinedAt) > addMs(now, -newcomerMs))
    throw new Problem('may-not-ask.newcomer')
}

async function requireRoom(transaction: Transaction, { userId, groupId }: GroupRequest): Promise<void> {
  const open = and(eq(calls.groupId, groupId), isNull(calls.closedAt))
  if ((await transaction.$count(calls, and(open, eq(calls.askerId, userId)))) > 0)
    throw new Problem('too-many-calls')
  if ((await transaction.$count(calls, open)) >= maxOpenInGroup) throw new Problem('too-many-calls.group')
}
