import type { ModelPerson, ModelState } from './model-state.ts'
import type { Answer } from './step.ts'

/** The values that a prediction needs besides the step. The ids of new objects come from the response `answer`. */
export type StepContext = { me: ModelPerson; device: number; answer: Answer; nowMs: number }

export function notify(
  model: ModelState,
  nowMs: number,
  message: string,
  recipients: string[],
  status: { statusOf: string; about: string } | null = null,
): void {
  const { statusOf, about } = status ?? { statusOf: null, about: null }
  for (const userId of recipients)
    model.notifications.push({ userId, statusOf, about, message, read: false, createdMs: nowMs, id: null })
}
