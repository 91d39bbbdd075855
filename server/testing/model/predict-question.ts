import { minuteMs } from '#platform/clock.ts'
import { isAdmin, type ModelState } from './model-state.ts'
import { forgetOwn, isOwnIn, setStatus } from './predict-availability.ts'
import type { Step } from './step.ts'
import { notify, type StepContext } from './step-context.ts'

type QuestionStep = Extract<Step, { action: 'set asking interval' | 'set own interval' | 'confirm' }>

const answerMs = 30 * minuteMs

export function predictQuestion(model: ModelState, step: QuestionStep, { me, nowMs }: StepContext): number {
  const group = model.groups.find(({ id }) => id === step.groupId)
  const own = group?.details[me.userId]
  if (!group || !own) return 404
  switch (step.action) {
    case 'set asking interval':
      if (!isAdmin(group, me.userId)) return 403
      group.askingInterval = step.minutes
      return 200
    case 'set own interval': {
      const endsUnanswered = step.minutes !== null && step.endsUnanswered
      // If `endsUnanswered` is chosen while a question is open, the time for the answer begins now.
      if (own.askedMs !== null && endsUnanswered && !own.endsUnanswered) own.askedMs = nowMs
      own.interval = step.minutes
      own.endsUnanswered = endsUnanswered
      return 200
    }
    case 'confirm':
      if (!group.members[me.userId]) return 409
      if (own.askedMs === null) return 200
      own.askedMs = null
      own.confirmedMs = nowMs
      for (const notification of model.notifications)
        if (isOwnIn(group, me.userId)(notification)) notification.read = true
      return 200
  }
}

export function actOnDue(model: ModelState, nowMs: number): void {
  for (const group of model.groups)
    for (const [userId, own] of Object.entries(group.details)) {
      if (!group.members[userId]) continue
      const { untilMs, endsUnanswered, askedMs, confirmedMs } = own
      const unansweredMs = askedMs && endsUnanswered ? askedMs + answerMs : Infinity
      const endMs = Math.min(untilMs ?? Infinity, unansweredMs)
      if (endMs <= nowMs) {
        setStatus(model, { group, userId, status: false, nowMs })
        notify(model, endMs, `Your availability in ${group.name} has ended`, [userId], { ownOf: group.id })
        continue
      }
      const minutes = Math.min(own.interval ?? Infinity, group.askingInterval ?? Infinity)
      if (askedMs !== null || nowMs - confirmedMs < minutes * minuteMs) continue
      forgetOwn(model, group, [userId])
      own.askedMs = nowMs
      notify(model, nowMs, `Still available in ${group.name}?`, [userId], { ownOf: group.id })
    }
}
