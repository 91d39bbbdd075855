import type { ModelGroup, ModelNotification, ModelState, ModelUser } from './model-state.ts'
import type { Answer } from './step.ts'

/** The ids of new objects come from the response `answer`. */
export type StepContext = { me: ModelUser; device: number; answer: Answer; nowMs: number }

type About = Pick<ModelNotification, 'statusOf' | 'about' | 'ownOf' | 'coverage' | 'callId'>

export function notify(
  model: ModelState,
  nowMs: number,
  message: string,
  recipients: string[],
  more: Partial<About> = {},
): void {
  const nothing = { statusOf: null, about: null, ownOf: null, coverage: null, callId: null }
  const plain = { ...nothing, read: false, id: null }
  for (const userId of recipients)
    model.notifications.push({ ...plain, ...more, userId, message, createdMs: nowMs })
}

export function otherMembers({ members }: ModelGroup, me: string): string[] {
  return Object.keys(members).filter(userId => userId !== me)
}
