import { and, eq, sql } from 'drizzle-orm'
import { queueDeliveries } from '#features/hook/change-detector.ts'
import { notify } from '#features/notification/notify.ts'
import { rows } from '#platform/database/database.ts'
import { callAnswers, users } from '#platform/database/schema.ts'
import { dropPushes } from '#platform/push/drop-pushes.ts'
import { type askerKinds, topicOf } from '#platform/push/push-content.ts'
import { destinationsOf, queuePushes } from '#platform/push/queue-pushes.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { type CallRow, unansweredOf } from './call-store.ts'

type With = Pick<Services, 'clock'>
type Told = Pick<CallRow, 'id' | 'groupId' | 'askerId' | 'text' | 'needed' | 'endsAt'>
export type TellInput = { call: Told; group: { id: string; name: string } }

/** Stores a notification and pushes. */
export async function tellAsked(
  transaction: UnitOfWork,
  { clock }: With,
  { call, group }: TellInput,
  recipients: string[],
  delayMs?: number,
): Promise<void> {
  await notify(transaction, clock, {
    kind: 'membership.call',
    recipients,
    ...aboutCall(call, group),
    about: { userId: call.askerId, displayName: await nameOf(transaction, call.askerId) },
    endMs: call.endsAt.getTime(),
    delayMs,
  })
}

/** Rings again, without a second notification in the lists. */
export async function ringAsked(
  transaction: UnitOfWork,
  { clock }: With,
  { call, group }: TellInput,
): Promise<void> {
  const content = {
    kind: 'membership.call' as const,
    group,
    user: await nameOf(transaction, call.askerId),
    needed: call.needed ?? undefined,
    call: { id: call.id, text: call.text },
    endMs: call.endsAt.getTime(),
  }
  await queuePushes(transaction, destinationsOf(unansweredOf(call)), content, clock.now())
}

/** Replaces what has rung and was not answered. It makes no sound. Where nothing has rung yet, nothing will. */
export async function tellFound(
  transaction: UnitOfWork,
  { clock }: With,
  { call, group }: TellInput,
): Promise<void> {
  const content = { kind: 'call.closed' as const, group, call: { id: call.id, text: '' } }
  const userIds = unansweredOf(call)
  const topic = topicOf(content)
  const isWaiting = sql`exists (select from pushes p where p.device_id = devices.id and p.topic = ${topic} and p.attempts = 0)`
  const devices = sql`${destinationsOf(userIds).devices} and not ${isWaiting}`
  await queuePushes(transaction, { devices }, content, clock.now())
  await dropPushes(transaction, { userIds, topic, kinds: ['membership.call'] })
}

/** Hooks of the group are told numbers. */
export async function tellHooks(
  transaction: UnitOfWork,
  { clock }: With,
  { call, group }: TellInput,
  type: 'call.opened' | 'call.found' | 'call.over',
): Promise<void> {
  const { id, needed, endsAt } = call
  const count = await transaction.$count(
    callAnswers,
    and(eq(callAnswers.callId, id), eq(callAnswers.can, true)),
  )
  const about = { id: group.id, name: group.name }
  const content = { type, group: about, call: { id, count, needed, endMs: endsAt.getTime() } }
  await queueDeliveries(transaction, sql`group_id = ${group.id}`, content, clock.now())
}

type AskerKind = (typeof askerKinds)[number]

/** `about` is the id of the user who can, or can’t after all. */
export async function tellAsker(
  transaction: UnitOfWork,
  { clock }: With,
  { call, group }: TellInput,
  what: AskerKind | 'end',
  about?: string,
): Promise<void> {
  const [can] = await rows<{ count: number; names: string | null }>(transaction)`
    select count(*)::int as count, string_agg(u.display_name, ', ' order by u.display_name, u.uid) as names
    from call_answers a join users u on u.uid = a.user_id where a.call_id = ${call.id} and a.can`
  const count = can?.count ?? 0
  await notify(transaction, clock, {
    kind: what === 'end' ? endKind(call, count) : what,
    recipients: [call.askerId],
    ...aboutCall(call, group, can?.names ?? undefined),
    count,
    ...(about && { about: { userId: about, displayName: await nameOf(transaction, about) } }),
  })
}

function endKind({ needed }: Told, count: number): AskerKind {
  if (count === 0) return 'membership.over'
  return needed === null ? 'membership.closed' : 'membership.partly'
}

function aboutCall({ id, text, needed }: Told, group: { id: string; name: string }, names?: string) {
  return { group, call: { id, text, ...(names && { names }) }, ...(needed !== null && { needed }) }
}

async function nameOf(transaction: UnitOfWork, userId: string): Promise<string> {
  const [user] = await transaction
    .select({ name: users.displayName })
    .from(users)
    .where(eq(users.uid, userId))
  return user?.name ?? ''
}
