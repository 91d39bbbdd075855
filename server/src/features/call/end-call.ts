import { topicOfCall } from '@grouplight/contract/push.ts'
import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { type GroupRequest, type GroupSummary, isAdmin, lockGroup } from '#features/group/membership.ts'
import { commit } from '#platform/database/commit.ts'
import { rows } from '#platform/database/database.ts'
import { calls, users } from '#platform/database/schema.ts'
import { runAll } from '#platform/jobs/every.ts'
import { Problem } from '#platform/problem.ts'
import { dropPushes } from '#platform/push/drop-pushes.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { canReopen, takeBack } from './answer-call.ts'
import { type CallRequest, type CallRow, type LockedCall, lockCall, publishCall } from './call-store.ts'
import { setOutcome } from './set-outcome.ts'
import { tellAsker, tellHooks } from './tell.ts'

const callsAtOnce = 100

/** The asker, the creator or a deputy ends an open call. */
export async function withdrawCall(services: Services, input: CallRequest): Promise<void> {
  await commit(services, async transaction => {
    const locked = await lockCall(transaction, input)
    const { call, group } = locked
    if (call.askerId !== input.userId && !(await isAdmin(transaction, { ...input, groupId: group.id })))
      throw new Problem('call-not-found')
    if (call.outcome) throw new Problem('call-closed.over')
    await close(transaction, services, locked, 'withdrawn')
    if (call.askerId !== input.userId) await tellAsker(transaction, services, locked, 'membership.withdrawn')
  })
}

/** Ends the calls whose time is over. */
export async function endDueCalls(services: Services): Promise<void> {
  const due = await services.database
    .select({ id: calls.id, groupId: calls.groupId })
    .from(calls)
    .where(and(isNull(calls.closedAt), lte(calls.endsAt, services.clock.now())))
    .orderBy(asc(calls.endsAt))
    .limit(callsAtOnce)
  await runAll(due.map(call => () => commit(services, transaction => endIfDue(transaction, services, call))))
}

async function endIfDue(
  transaction: UnitOfWork,
  services: Services,
  { id, groupId }: Pick<CallRow, 'id' | 'groupId'>,
) {
  const group = await lockGroup(transaction, groupId)
  const isDue = and(eq(calls.id, id), isNull(calls.closedAt), lte(calls.endsAt, services.clock.now()))
  const [call] = await transaction.select().from(calls).where(isDue)
  if (!group || !call) return
  await close(transaction, services, { call, group }, 'over')
  await tellAsker(transaction, services, { call, group }, 'end')
}

/** Called when a user has left a group: the user's calls there end, and what the user said is taken back. The group is locked. */
export async function endCallsOf(
  transaction: UnitOfWork,
  services: Pick<Services, 'clock'>,
  { userId, groupId }: GroupRequest,
): Promise<void> {
  const group = await lockGroup(transaction, groupId)
  if (!group) return
  await withdrawOpen(transaction, services, group, userId)
  const answered = await rows<{ id: string; can: boolean }>(transaction)`
    delete from call_answers a using calls c
    where c.id = a.call_id and c.group_id = ${groupId} and a.user_id = ${userId} returning c.id, a.can`
  await rows(transaction)`
    delete from called k using calls c where c.id = k.call_id and c.group_id = ${groupId} and k.user_id = ${userId}`
  for (const { id, can } of answered) {
    const [call] = await transaction.select().from(calls).where(eq(calls.id, id))
    if (!call || !can || (call.outcome !== null && !canReopen(call, services.clock.now()))) continue
    await takeBack(transaction, services, { call, group }, userId)
    await publishCall(transaction, call)
  }
}

/** Called when a user is disabled. */
export async function withdrawCallsOf(
  transaction: UnitOfWork,
  services: Pick<Services, 'clock'>,
  userId: string,
): Promise<void> {
  const open = await transaction
    .selectDistinct({ groupId: calls.groupId })
    .from(calls)
    .innerJoin(users, eq(users.uid, calls.askerId))
    .where(and(eq(calls.askerId, userId), isNull(calls.closedAt), isNotNull(users.disabledAt)))
    .orderBy(asc(calls.groupId))
  for (const { groupId } of open) {
    const group = await lockGroup(transaction, groupId)
    if (group) await withdrawOpen(transaction, services, group, userId)
  }
}

/** The group is locked. */
async function withdrawOpen(
  transaction: UnitOfWork,
  services: Pick<Services, 'clock'>,
  group: GroupSummary,
  userId: string,
): Promise<void> {
  const isOpen = and(eq(calls.askerId, userId), eq(calls.groupId, group.id), isNull(calls.closedAt))
  for (const call of await transaction.select().from(calls).where(isOpen))
    await close(transaction, services, { call, group }, 'withdrawn')
}

async function close(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  { call, group }: LockedCall,
  outcome: 'over' | 'withdrawn',
): Promise<void> {
  const closedAt = outcome === 'over' ? call.endsAt : clock.now()
  await setOutcome(transaction, { clock }, call, { outcome, closedAt })
  const userIds = sql`(select user_id from called where call_id = ${call.id})`
  await dropPushes(transaction, { userIds, topic: topicOfCall(call.id) })
  await tellHooks(transaction, { clock }, { call, group }, 'call.over')
  await publishCall(transaction, call)
}
