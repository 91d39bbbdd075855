import type { Call } from '@grouplight/contract/call.ts'
import { eq, type SQL, sql } from 'drizzle-orm'
import { type GroupSummary, isMember, lockGroup, nextVersion } from '#features/group/membership.ts'
import { callFor, callsColumn, type StoredCall, sharedCall } from '#features/group/shown-calls.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { rows } from '#platform/database/database.ts'
import { calls } from '#platform/database/schema.ts'
import { publish } from '#platform/live/tell.ts'
import { Problem } from '#platform/problem.ts'
import type { UnitOfWork } from '#services.ts'

export type CallRow = typeof calls.$inferSelect
/** `groupIds`: the only groups that the key of the request may see. */
export type CallRequest = { userId: string; callId: string; groupIds?: string[] | null | undefined }
export type LockedCall = { call: CallRow; group: GroupSummary }

/**
 * Locks the group of a call, so that nothing about the call changes until the transaction ends. The Problem is the same for a missing call
 * and for a user who is not a member.
 */
export async function lockCall(
  transaction: Transaction,
  { userId, callId, groupIds }: CallRequest,
): Promise<LockedCall> {
  const groupId = (await findCall(transaction, callId))?.groupId ?? ''
  const isHidden = groupIds && !groupIds.includes(groupId)
  const group = isHidden ? null : await lockGroup(transaction, groupId)
  const call = await findCall(transaction, callId)
  if (!group || !call || !(await isMember(transaction, { userId, groupId: group.id })))
    throw new Problem('call-not-found')
  return { call, group }
}

/** Locks a call that only its asker may change, and only while it is open. */
export async function lockOwnOpenCall(transaction: Transaction, input: CallRequest): Promise<LockedCall> {
  const locked = await lockCall(transaction, input)
  if (locked.call.askerId !== input.userId) throw new Problem('call-not-found')
  if (locked.call.outcome) throw new Problem('call-closed')
  return locked
}

async function findCall(on: Queryable, callId: string): Promise<CallRow | undefined> {
  const [call] = await on.select().from(calls).where(eq(calls.id, callId))
  return call
}

/** Tells the open screens of the group how the call is now. */
export async function publishCall(
  transaction: UnitOfWork,
  { id, groupId }: Pick<CallRow, 'id' | 'groupId'>,
): Promise<StoredCall> {
  const version = await nextVersion(transaction, groupId)
  const call = await readStoredCall(transaction, { id, groupId })
  publish(transaction, groupId, ['c', groupId, version, sharedCall(call)])
  return call
}

/** Publishes the call, and returns what the user sees of it. */
export async function publishCallFor(
  transaction: UnitOfWork,
  call: Pick<CallRow, 'id' | 'groupId'>,
  userId: string,
): Promise<Call> {
  return callFor(await publishCall(transaction, call), userId)
}

export async function readStoredCall(
  on: Queryable,
  { id, groupId }: Pick<CallRow, 'id' | 'groupId'>,
): Promise<StoredCall> {
  const [found] = await rows<{ calls: StoredCall[] | null }>(on)`
    select ${sql.raw(callsColumn)} as calls from groups g where g.id = ${groupId}`
  const call = found?.calls?.find(stored => stored.id === id)
  if (!call) throw new Error('A call was not found')
  return call
}

/** Who is asked, has not answered, and wants to hear of it, as a subquery for ids of users. */
export function unansweredOf({ id, groupId }: Pick<CallRow, 'id' | 'groupId'>): SQL {
  return sql`(
    select k.user_id from called k join memberships m on m.group_id = ${groupId} and m.user_id = k.user_id
    where k.call_id = ${id} and not m.ignores_calls
      and not exists (select from call_answers a where a.call_id = k.call_id and a.user_id = k.user_id)
  )`
}
