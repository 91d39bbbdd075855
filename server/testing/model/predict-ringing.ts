import { isHeard, type ModelState, ringingIn } from './model-state.ts'
import type { Step } from './step.ts'
import type { StepContext } from './step-context.ts'

type RingingStep = Extract<Step, { action: 'set rule' | 'choose alerts' | 'follow' | 'unfollow' }>

export function predictRinging(model: ModelState, step: RingingStep, { me }: StepContext): number {
  const group = model.groups.find(({ id }) => id === step.groupId)
  if (!group || !(me.userId in group.members)) return 404
  const before = ringingIn(group, me.userId)
  if (step.action === 'choose alerts') {
    group.ringing[me.userId] = { ...before, coverage: step.coverage }
    return 200
  }
  const hidden = model.notifications.filter(one => one.userId === me.userId && !isHeard(model, one))
  if (step.action === 'set rule') {
    group.ringing[me.userId] = { ...before, rule: step.rule }
    const isOfGroup = ({ userId, statusOf }: (typeof hidden)[number]) =>
      userId === me.userId && statusOf === group.id
    if (before.rule !== 'all' && before.rule !== step.rule)
      for (const notification of model.notifications.filter(isOfGroup)) notification.read = true
    return 200
  }
  const others = before.follows.filter(userId => userId !== step.memberId)
  if (step.action === 'unfollow') {
    group.ringing[me.userId] = { ...before, follows: others }
    return 200
  }
  if (step.memberId === me.userId || !(step.memberId in group.members)) return 404
  group.ringing[me.userId] = { ...before, follows: [...others, step.memberId] }
  // If the user hears of earlier notices only from now on, these notices count as read.
  for (const notification of hidden) if (isHeard(model, notification)) notification.read = true
  return 200
}
