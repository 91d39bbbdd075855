import { answerCall, callContext, mayAsk, openCall, withdrawCall } from './calls.ts'
import type { ModelState } from './model-state.ts'
import type { Step } from './step.ts'
import type { StepContext } from './step-context.ts'

type CallStep = Extract<Step, { action: 'allow asking' | 'ask' | 'answer' | 'withdraw call' }>

export const question = 'Fire drill'

export function predictCall(model: ModelState, step: CallStep, { me, answer, nowMs }: StepContext): number {
  const context = callContext(model, nowMs)
  if (step.action === 'answer' || step.action === 'withdraw call') {
    const group = model.groups.find(({ calls }) => calls.some(({ id }) => id === step.callId))
    const call = group?.calls.find(({ id }) => id === step.callId)
    if (!group || !call) return 404
    if (step.action === 'withdraw call') return withdrawCall(group, call, me.userId, context)
    return answerCall(group, call, { user: me.userId, can: step.can }, context)
  }
  const group = model.groups.find(({ id }) => id === step.groupId)
  if (!group || !(me.userId in group.members)) return 404
  if (step.action === 'allow asking') {
    if (group.creator !== me.userId) return 403
    group.askers = step.askers
    return 200
  }
  const isLimited = me.asks.some(({ endMs, count, most }) => endMs > nowMs && count >= most)
  const { everybody, needed } = step
  const status = mayAsk(group, { asker: me.userId, everybody, isLimited }, nowMs)
  if (status !== 200) return status
  for (const window of me.asks) {
    if (window.endMs <= nowMs) Object.assign(window, { endMs: nowMs + window.ms, count: 0 })
    window.count++
  }
  const { id, endsAt } = answer.body as { id: string; endsAt?: string }
  const about = { id, asker: me.userId, text: question, endsMs: Date.parse(endsAt ?? '') }
  openCall(group, { ...about, needed, everybody }, context)
  return 200
}
