import type { ModelState, ModelUser } from './model-state.ts'
import { predictAccount } from './predict-account.ts'
import { predictAvailability } from './predict-availability.ts'
import { predictCall } from './predict-call.ts'
import { predictGroup } from './predict-group.ts'
import { predictInvitation } from './predict-invitation.ts'
import { predictQuestion } from './predict-question.ts'
import { predictRinging } from './predict-ringing.ts'
import type { Answer, Step } from './step.ts'
import type { StepContext } from './step-context.ts'

/** Applies a step to the model. Returns the expected HTTP status, or 0 for 'wait' and 'reopen'. */
export function predict(model: ModelState, step: Step, answer: Answer, nowMs: number): number {
  const me = model.users[step.as] as ModelUser
  const context: StepContext = { me, device: step.device, answer, nowMs }
  if (
    step.action === 'sign in' ||
    step.action === 'reopen' ||
    step.action === 'wait' ||
    step.action === 'sign out'
  )
    return predictAccount(model, step, context)
  if (!me.devices[step.device]) return 401
  switch (step.action) {
    case 'rename':
    case 'read':
    case 'read all':
      return predictAccount(model, step, context)
    case 'toggle':
    case 'toggle in groups':
    case 'set usual end':
      return predictAvailability(model, step, context)
    case 'set rule':
    case 'choose alerts':
    case 'follow':
    case 'unfollow':
      return predictRinging(model, step, context)
    case 'set asking interval':
    case 'set own interval':
    case 'confirm':
      return predictQuestion(model, step, context)
    case 'allow asking':
    case 'ask':
    case 'answer':
    case 'withdraw call':
      return predictCall(model, step, context)
    case 'invite':
    case 'accept':
    case 'decline':
    case 'cancel':
    case 'resend':
      return predictInvitation(model, step, context)
    default:
      return predictGroup(model, step, context)
  }
}
