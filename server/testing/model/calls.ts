import { hourMs } from '#platform/clock.ts'
import { isAdmin, type ModelCall, type ModelGroup, type ModelState, whoCan } from './model-state.ts'
import { notify } from './step-context.ts'

/** `tell` gets the notifications that follow. */
export type CallContext = {
  nowMs: number
  nameOf(userId: string): string
  tell(recipients: string[], message: string, callId: string): void
}

export function callContext(model: ModelState, nowMs: number): CallContext {
  return {
    nowMs,
    nameOf: id => model.users.find(({ userId }) => userId === id)?.name ?? '',
    tell: (recipients, message, callId) => notify(model, nowMs, message, recipients, { callId }),
  }
}

/** Returns the status that the server must answer with. */
export function mayAsk(
  group: ModelGroup,
  { asker, everybody, isLimited }: { asker: string; everybody: boolean; isLimited: boolean },
  nowMs: number,
): number {
  const own = group.details[asker]
  if (!own) return 404
  const isAllowed = isAdmin(group, asker) || (group.askers === 'members' && own.joinedMs <= nowMs - hourMs)
  if (!group.askers || !isAllowed) return 403
  const open = openIn(group)
  if (open.some(call => call.asker === asker) || open.length >= 5) return 409
  if (isLimited) return 429
  return whoIsAsked(group, asker, everybody).length > 0 ? 200 : 409
}

type NewCall = Pick<ModelCall, 'id' | 'asker' | 'text' | 'needed' | 'endsMs'> & { everybody: boolean }

export function openCall(group: ModelGroup, { everybody, ...about }: NewCall, context: CallContext): void {
  const empty = { closedMs: 0, outcome: null, found: 0 }
  const call = { ...about, ...empty, answers: new Map(), asked: new Set<string>() }
  group.calls.unshift(call)
  ask(group, call, whoIsAsked(group, about.asker, everybody), context)
}

export function askEverybody(group: ModelGroup, call: ModelCall, user: string, context: CallContext): number {
  if (!(user in group.members) || call.asker !== user) return 404
  const added = whoIsAsked(group, user, true).filter(id => !call.asked.has(id))
  if (call.outcome !== null || added.length === 0) return 409
  ask(group, call, added, context)
  return 200
}

/** Must be called after a member has become Available, or has joined as an Available member. */
export function askAvailable(group: ModelGroup, context: CallContext): void {
  for (const call of openIn(group)) ask(group, call, whoIsAsked(group, call.asker, false), context)
}

export function answerCall(
  group: ModelGroup,
  call: ModelCall,
  { user, can }: { user: string; can: boolean | null },
  context: CallContext,
): number {
  if (!(user in group.members)) return 404
  if (call.asker === user) return 409
  const before = call.answers.get(user) ?? null
  if (before === can) return 200
  const takesBack = before === true
  if (call.outcome !== null && !(takesBack && canReopen(call, context.nowMs))) return 409
  if (can === null) call.answers.delete(user)
  else call.answers.set(user, can)
  if (takesBack) takeBack(group, call, user, context)
  else if (can) closeIfFound(call, user, context)
  return 200
}

export function withdrawCall(group: ModelGroup, call: ModelCall, user: string, context: CallContext): number {
  if (!(user in group.members) || !(call.asker === user || isAdmin(group, user))) return 404
  if (call.outcome !== null) return 409
  Object.assign(call, { outcome: 'withdrawn', closedMs: context.nowMs })
  if (call.asker !== user) context.tell([call.asker], `Your question was withdrawn: ${call.text}`, call.id)
  return 204
}

/** Must be called when the user is no longer a member. */
export function endCallsOf(group: ModelGroup, user: string, context: CallContext): void {
  withdrawCallsOf(group, user, context.nowMs)
  for (const call of group.calls) {
    call.asked.delete(user)
    const could = call.answers.get(user)
    call.answers.delete(user)
    if (could && (call.outcome === null || canReopen(call, context.nowMs)))
      takeBack(group, call, user, context)
  }
}

export function withdrawCallsOf(group: ModelGroup, user: string, nowMs: number): void {
  for (const call of openIn(group))
    if (call.asker === user) Object.assign(call, { outcome: 'withdrawn', closedMs: nowMs })
}

export function endDueCalls(group: ModelGroup, { nowMs, nameOf, tell }: CallContext): void {
  for (const call of openIn(group)) {
    if (call.endsMs > nowMs) continue
    Object.assign(call, { outcome: 'over', closedMs: call.endsMs })
    const { text, needed } = call
    const names = namesOf(call, nameOf)
    const count = whoCan(call).length
    const some =
      needed === null ? `Who can: ${names} · ${text}` : `${count} of ${needed} could: ${names} · ${text}`
    tell([call.asker], count === 0 ? `Nobody could: ${text}` : some, call.id)
  }
}

function ask(group: ModelGroup, call: ModelCall, userIds: string[], { nameOf, tell }: CallContext): void {
  const added = userIds.filter(id => !call.asked.has(id))
  for (const id of added) call.asked.add(id)
  const told = added.filter(id => !call.answers.has(id))
  tell(told, `${nameOf(call.asker)} asks in ${group.name}: ${call.text}`, call.id)
}

function closeIfFound(call: ModelCall, user: string, { nowMs, nameOf, tell }: CallContext): void {
  const count = whoCan(call).length
  if (call.needed === null && count === 1) tell([call.asker], `${nameOf(user)} can: ${call.text}`, call.id)
  if (call.needed === null || count < call.needed) return
  Object.assign(call, { outcome: 'found', closedMs: nowMs, found: call.found + 1 })
  tell([call.asker], `Found: ${namesOf(call, nameOf)} · ${call.text}`, call.id)
}

/** A found call is open again. */
function takeBack(group: ModelGroup, call: ModelCall, user: string, context: CallContext): void {
  call.outcome = null
  ask(group, call, whoIsAsked(group, call.asker, false), context)
  const { asker, needed, text } = call
  const missing = needed === null ? '' : ` · ${needed - whoCan(call).length} more needed`
  context.tell([asker], `${context.nameOf(user)} can’t after all${missing}: ${text}`, call.id)
}

function canReopen({ outcome, endsMs }: ModelCall, nowMs: number): boolean {
  return outcome === 'found' && endsMs > nowMs
}

function openIn({ calls }: ModelGroup): ModelCall[] {
  return calls.filter(({ outcome }) => outcome === null)
}

function whoIsAsked({ members }: ModelGroup, asker: string, everybody: boolean): string[] {
  return Object.keys(members).filter(id => id !== asker && (everybody || members[id]))
}

function namesOf(call: ModelCall, nameOf: CallContext['nameOf']): string {
  return whoCan(call).map(nameOf).sort().join(', ')
}
