import type { ModelPerson, ModelState } from './model-state.ts'
import type { Answer } from './step.ts'

/** What a prediction needs besides the step. New ids are taken from the answer. */
export type StepContext = { me: ModelPerson; device: number; answer: Answer; nowMs: number }

export function notify(model: ModelState, nowMs: number, message: string, recipients: string[]): void {
  for (const userId of recipients)
    model.notifications.push({ userId, message, read: false, createdMs: nowMs, id: null })
}
