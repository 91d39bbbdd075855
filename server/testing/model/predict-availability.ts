import { minuteMs } from '#platform/clock.ts'
import { askAvailable, type CallContext, callContext } from './calls.ts'
import type { ModelDetails, ModelGroup, ModelNotification, ModelState } from './model-state.ts'
import type { Step, StepDetails } from './step.ts'
import { notify, otherMembers, type StepContext } from './step-context.ts'

type AvailabilityStep = Extract<Step, { action: 'toggle' | 'toggle in groups' | 'set usual end' }>
type Answered = { groupId: string; until: string | null }

export function predictAvailability(model: ModelState, step: AvailabilityStep, context: StepContext): number {
  const { me, answer } = context
  const mine = model.groups.filter(({ members }) => me.userId in members)
  if (step.action === 'toggle in groups') {
    const requested = step.groupIds ?? mine.map(({ id }) => id)
    const groups = mine.filter(({ id }) => requested.includes(id))
    if (groups.length < requested.length) return 404
    const { changed = [] } = answer.body as { changed?: Answered[] }
    for (const group of groups) {
      const answered = changed.find(({ groupId }) => groupId === group.id)
      setAvailability(model, group, { ...step, answered }, context)
      // A request for several groups removes the notices about the user's own availability, even in groups where nothing changes.
      forgetOwn(model, group, [me.userId])
    }
    return 200
  }
  const group = mine.find(({ id }) => id === step.groupId)
  if (!group) return 404
  if (step.action === 'set usual end') {
    detailsOf(group, me.userId).usualEnd = step.minutes
    return 200
  }
  if (step.userId !== me.userId) return 403
  setAvailability(model, group, { ...step, answered: answer.body as Answered }, context)
  if (Object.keys(step.details).length > 0) forgetOwn(model, group, [me.userId])
  return 200
}

type RequestedStatus = { status: boolean; details: StepDetails; answered: Answered | undefined }

function setAvailability(
  model: ModelState,
  group: ModelGroup,
  { status, details, answered }: RequestedStatus,
  { me, nowMs }: StepContext,
): void {
  const { userId } = me
  const own = detailsOf(group, userId)
  const isToggle = status && !group.members[userId]
  const isUsual = details.until === undefined && own.usualEnd !== null
  const minutes = details.forMinutes ?? (isToggle && isUsual ? own.usualEnd : null)
  if (isToggle)
    notify(model, nowMs, `${me.name} is now available in ${group.name}`, otherMembers(group, userId), {
      statusOf: group.id,
      about: userId,
    })
  const keptMs = status && !isToggle && isUsual ? own.untilMs : null
  const untilMs = minutes
    ? endNear(nowMs + minutes * minuteMs, [Date.parse(answered?.until ?? ''), own.untilMs])
    : keptMs
  setStatus(model, { group, userId, status, nowMs, untilMs, note: details.note ?? null })
  if (isToggle) askAvailable(group, callContext(model, nowMs))
}

/** The server may store an end that differs a little from `ms`. Returns the end in `ends` that is near `ms`, or else `ms`. */
function endNear(ms: number, ends: (number | null)[]): number {
  return ends.find(end => end !== null && Math.abs(end - ms) < minuteMs) ?? ms
}

function detailsOf(group: ModelGroup, userId: string): ModelDetails {
  return group.details[userId] as ModelDetails
}

export function addToGroup(group: ModelGroup, userId: string, context: CallContext): void {
  const { nowMs } = context
  group.members[userId] = true
  const none = { untilMs: null, note: null, usualEnd: null, interval: null, askedMs: null }
  group.details[userId] = { ...none, joinedMs: nowMs, endsUnanswered: false, confirmedMs: nowMs }
  askAvailable(group, context)
}

type NewStatus = {
  group: ModelGroup
  userId: string
  status: boolean
  nowMs: number
  untilMs?: number | null
  note?: string | null
}

/**
 * A change of the status, the end or the note answers an open question and removes the notices about the member's own availability.
 * While a question is open, setting Available answers it and removes these notices, even if nothing changes.
 */
export function setStatus(
  model: ModelState,
  { group, userId, status, nowMs, untilMs = null, note = null }: NewStatus,
): void {
  const own = detailsOf(group, userId)
  const isConfirmed = group.members[userId] !== status || own.askedMs !== null
  if (!isConfirmed && own.untilMs === untilMs && own.note === note) return
  group.members[userId] = status
  Object.assign(own, { untilMs, note, askedMs: null, ...(isConfirmed && { confirmedMs: nowMs }) })
  forgetOwn(model, group, [userId])
}

export function becomeUnavailable(model: ModelState, userId: string, nowMs: number): void {
  for (const group of model.groups)
    if (group.members[userId]) setStatus(model, { group, userId, status: false, nowMs })
}

export function isOwnIn({ id }: ModelGroup, owner: string): (notification: ModelNotification) => boolean {
  return ({ userId, ownOf }) => ownOf === id && userId === owner
}

export function forgetOwn(model: ModelState, { id }: ModelGroup, userIds: string[]): void {
  model.notifications = model.notifications.filter(
    ({ userId, ownOf }) => ownOf !== id || !userIds.includes(userId),
  )
}
