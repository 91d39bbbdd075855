import { sessionLifeMs } from '#features/account/sessions.ts'
import { readKeptMs, statusNoticeKeptMs } from '#features/notification/retention.ts'
import { dayMs } from '#platform/clock.ts'
import { callContext, endDueCalls } from './calls.ts'
import { isHeard, isPendingAt, type ModelState } from './model-state.ts'
import { becomeUnavailable } from './predict-availability.ts'
import { isDue, predictCoverageAlert } from './predict-coverage.ts'
import { actOnDue } from './predict-question.ts'
import type { Step } from './step.ts'
import type { StepContext } from './step-context.ts'

type AccountStep = Extract<
  Step,
  { action: 'sign in' | 'sign out' | 'reopen' | 'wait' | 'rename' | 'read' | 'read all' }
>

export function predictAccount(
  model: ModelState,
  step: AccountStep,
  { me, device, nowMs }: StepContext,
): number {
  switch (step.action) {
    case 'sign in':
      me.devices[device] = true
      return 200
    case 'sign out':
      // Signing out without a session is accepted and changes nothing.
      if (me.devices[device]) becomeUnavailable(model, me.userId, nowMs)
      me.devices[device] = false
      return 204
    case 'rename':
      me.name = step.name
      return 200
    case 'read':
      return read(id => id === step.id)
    case 'read all':
      return read(id => id <= step.upTo)
    case 'wait':
      passTime(model, step.ms, nowMs)
      return 0
    case 'reopen':
      return 0
  }

  function read(includes: (id: number) => boolean): number {
    const found = model.notifications.filter(
      one => one.userId === me.userId && one.id !== null && includes(one.id) && isHeard(model, one),
    )
    for (const notification of found) notification.read = true
    return step.action === 'read' && found.length === 0 ? 404 : 200
  }
}

function passTime(model: ModelState, ms: number, nowMs: number): void {
  const changed = model.groups.filter(isDue)
  const isStillPending = isPendingAt(nowMs)
  for (const invitation of model.invitations) {
    if (invitation.status === 'pending' && !isStillPending(invitation)) invitation.status = 'expired'
  }
  if (ms > sessionLifeMs) {
    for (const user of model.users) {
      if (user.devices.includes(true)) becomeUnavailable(model, user.userId, nowMs)
      user.devices.fill(false)
    }
  }
  actOnDue(model, nowMs)
  // A side that begins only now causes no alert yet, because a side must last for a minute before its alert.
  for (const group of changed) if (isDue(group)) predictCoverageAlert(model, group, nowMs)
  for (const group of model.groups) {
    endDueCalls(group, callContext(model, nowMs))
    group.calls = group.calls.filter(({ outcome, closedMs }) => outcome === null || closedMs > nowMs - dayMs)
  }
  const callIds = new Set(model.groups.flatMap(({ calls }) => calls.map(({ id }) => id)))
  model.notifications = model.notifications.filter(({ statusOf, coverage, callId, read, createdMs }) => {
    const ageMs = nowMs - createdMs
    if (callId !== null && !callIds.has(callId)) return false
    return statusOf || coverage ? ageMs <= statusNoticeKeptMs : !read || ageMs < readKeptMs
  })
}
