import type { Call } from '@grouplight/contract/call.ts'
import { topicOfCall } from '@grouplight/contract/push.ts'
import { and, eq } from 'drizzle-orm'
import { notYourAvailability } from '#features/availability/status-outcome.ts'
import { memberIds } from '#features/group/membership.ts'
import { callFor } from '#features/group/shown-calls.ts'
import { hourMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { rows } from '#platform/database/database.ts'
import { callAnswers } from '#platform/database/schema.ts'
import { consume } from '#platform/limits/limits.ts'
import { sendTo } from '#platform/live/tell.ts'
import { Problem } from '#platform/problem.ts'
import { dropPushes } from '#platform/push/drop-pushes.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { askNewlyAvailable } from './ask-members.ts'
import { type CallRequest, type LockedCall, lockCall, publishCallFor, readStoredCall } from './call-store.ts'
import { setOutcome } from './set-outcome.ts'
import { ringAsked, tellAsker, tellFound, tellHooks } from './tell.ts'

type Answer = { can: boolean | null; words?: string | undefined }

// Whoever takes an answer back again and again makes no phone ring more often than this.
const maxTakenBackAnHour = 10

/** Stores, replaces or takes back the user's answer. A repeated answer changes nothing. */
export async function answerCall(
  services: Services,
  { userId, asked, callId, groupIds, can, words }: CallRequest & Answer & { asked: string | undefined },
): Promise<Call> {
  if (asked !== undefined && asked !== userId) throw notYourAvailability()
  return commit(services, async transaction => {
    const locked = await lockCall(transaction, { userId, callId, groupIds })
    const { call } = locked
    if (call.askerId === userId) throw new Problem('not-your-call')
    const before = await findAnswer(transaction, { userId, callId })
    const isSame = (before?.can ?? null) === can && (words === undefined || words === before?.words)
    if (isSame) return callFor(await readStoredCall(transaction, call), userId)
    const takesBack = before?.can === true && can !== true
    // Whoever can may still say a few words, or take the promise back, when it is found.
    if (!isOpen(call, services.clock.now()) && !(before?.can && canReopen(call, services.clock.now())))
      throw new Problem(call.outcome === 'found' && can ? 'call-closed' : 'call-closed.over')
    await store(
      transaction,
      { userId, callId },
      { can, words: can ? (words ?? before?.words ?? null) : null },
    )
    await dropPushes(transaction, { userIds: [userId], topic: topicOfCall(callId) })
    if (takesBack) await takeBack(transaction, services, locked, userId)
    else if (can && !before?.can) await closeIfFound(transaction, services, locked, userId)
    // No message to the group tells the user's other pages what the user has answered.
    sendTo(transaction, userId, ['group.joined', call.groupId])
    return publishCallFor(transaction, call, userId)
  })
}

/** The answer is gone already. A call that was found is open again. */
export async function takeBack(
  transaction: UnitOfWork,
  services: Pick<Services, 'clock'>,
  { call, group }: LockedCall,
  userId: string,
): Promise<void> {
  if (call.outcome === 'found') {
    await setOutcome(transaction, services, call, { outcome: null, closedAt: null })
    // Nobody has asked those who have become Available meanwhile.
    const members = (await memberIds(transaction, group.id)).map(userId => ({ groupId: group.id, userId }))
    await askNewlyAvailable(transaction, services, members)
    transaction.afterCommit(({ expiryTimes }) => expiryTimes.add(call.endsAt))
    await tellHooks(transaction, services, { call, group }, 'call.opened')
  }
  const limit = { key: `call:${call.id}`, most: maxTakenBackAnHour, windowMs: hourMs }
  const { allowed } = await consume({ database: transaction, clock: services.clock }, limit)
  if (!allowed) return
  const kind = call.needed === null ? 'membership.changed' : 'membership.cannot'
  await tellAsker(transaction, services, { call, group }, kind, userId)
  await ringAsked(transaction, services, { call, group })
}

export function canReopen(call: LockedCall['call'], now: Date): boolean {
  return call.outcome === 'found' && call.endsAt > now
}

function isOpen(call: LockedCall['call'], now: Date): boolean {
  return call.outcome === null && call.endsAt > now
}

async function closeIfFound(
  transaction: UnitOfWork,
  services: Pick<Services, 'clock'>,
  { call, group }: LockedCall,
  userId: string,
): Promise<void> {
  const isOfCall = and(eq(callAnswers.callId, call.id), eq(callAnswers.can, true))
  const count = await transaction.$count(callAnswers, isOfCall)
  if (call.needed === null) {
    if (count === 1) await tellAsker(transaction, services, { call, group }, 'membership.can', userId)
    return
  }
  if (count < call.needed) return
  await setOutcome(transaction, services, call, { outcome: 'found', closedAt: services.clock.now() })
  await tellAsker(transaction, services, { call, group }, 'membership.found')
  await tellHooks(transaction, services, { call, group }, 'call.found')
  await tellFound(transaction, services, { call, group })
}

async function findAnswer(transaction: UnitOfWork, { userId, callId }: CallRequest) {
  const [answer] = await transaction
    .select()
    .from(callAnswers)
    .where(and(eq(callAnswers.callId, callId), eq(callAnswers.userId, userId)))
  return answer
}

async function store(
  transaction: UnitOfWork,
  { userId, callId }: CallRequest,
  { can, words }: { can: boolean | null; words: string | null },
): Promise<void> {
  if (can === null)
    await rows(transaction)`delete from call_answers where call_id = ${callId} and user_id = ${userId}`
  else
    await transaction
      .insert(callAnswers)
      .values({ callId, userId, can, words })
      .onConflictDoUpdate({ target: [callAnswers.callId, callAnswers.userId], set: { can, words } })
}
