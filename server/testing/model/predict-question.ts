import { minuteMs } from '#clock.ts'
import type { ModelGroup, ModelState } from './model-state.ts'
import type { Step } from './step.ts'
import { notify, type StepContext } from './step-context.ts'

type QuestionStep = Extract<Step, { action: 'set asking interval' | 'set own interval' | 'confirm' }>

const answerMs = 30 * minuteMs

export function predictQuestion(model: ModelState, step: QuestionStep, { me, nowMs }: StepContext): number {
  const group = model.groups.find(({ id }) => id === step.groupId)
  const own = group?.questions[me.userId]
  if (!group || !own) return 404
  switch (step.action) {
    case 'set asking interval':
      if (group.creator !== me.userId) return 403
      group.askingInterval = step.minutes
      return 200
    case 'set own interval':
      own.interval = step.minutes
      own.endsUnanswered = step.endsUnanswered
      return 200
    case 'confirm':
      if (!group.members[me.userId]) return 409
      if (own.askedMs === null) return 200
      own.askedMs = null
      own.confirmedMs = nowMs
      for (const notification of model.notifications)
        if (notification.userId === me.userId && notification.ownOf === group.id) notification.read = true
      return 200
  }
}

export function addToGroup(group: ModelGroup, userId: string, nowMs: number): void {
  group.members[userId] = true
  group.questions[userId] = { interval: null, endsUnanswered: false, confirmedMs: nowMs, askedMs: null }
}

/** A change of the status, and setting Available again while there is a question, answer it and remove the notice. */
export function setStatus(
  model: ModelState,
  { group, userId, status, nowMs }: { group: ModelGroup; userId: string; status: boolean; nowMs: number },
): void {
  const question = group.questions[userId]
  if (!question || (group.members[userId] === status && question.askedMs === null)) return
  group.members[userId] = status
  question.askedMs = null
  question.confirmedMs = nowMs
  forgetOwn(model, group, [userId])
}

/** Removes the notices about these members' own availability in the group. */
export function forgetOwn(model: ModelState, { id }: ModelGroup, userIds: string[]): void {
  model.notifications = model.notifications.filter(
    ({ userId, ownOf }) => ownOf !== id || !userIds.includes(userId),
  )
}

/** Ends and asks whatever is due. */
export function actOnDue(model: ModelState, nowMs: number): void {
  for (const group of model.groups)
    for (const [userId, question] of Object.entries(group.questions)) {
      if (!group.members[userId]) continue
      const { endsUnanswered, askedMs, confirmedMs } = question
      if (askedMs !== null && endsUnanswered && nowMs - askedMs >= answerMs) {
        setStatus(model, { group, userId, status: false, nowMs })
        notify(model, nowMs, `Your availability in ${group.name} has ended`, [userId], { ownOf: group.id })
      }
      const minutes = Math.min(question.interval ?? Infinity, group.askingInterval ?? Infinity)
      if (askedMs !== null || nowMs - confirmedMs < minutes * minuteMs) continue
      forgetOwn(model, group, [userId])
      question.askedMs = nowMs
      notify(model, nowMs, `Still available in ${group.name}?`, [userId], { ownOf: group.id })
    }
}
