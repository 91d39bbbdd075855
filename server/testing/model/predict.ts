import { predictAccount } from './predict-account.ts'
import { predictGroup } from './predict-group.ts'
import { predictInvitation } from './predict-invitation.ts'
import type { Answer, Step } from './step.ts'
import type { ModelPerson, World } from './world.ts'

/** What a step is predicted with: who does it, what was answered (new ids are taken from it), and when. */
export type Scene = { me: ModelPerson; device: number; answer: Answer; nowMs: number }

/** Does a step in the world of the model, and says with which status it must be answered. */
export function predict(world: World, step: Step, answer: Answer, nowMs: number): number {
  const me = world.people[step.as] as ModelPerson
  const scene: Scene = { me, device: step.device, answer, nowMs }
  if (step.does === 'sign in' || step.does === 'reopen' || step.does === 'wait' || step.does === 'sign out')
    return predictAccount(world, step, scene)
  if (!me.devices[step.device]) return 401
  switch (step.does) {
    case 'rename':
    case 'read':
    case 'read all':
      return predictAccount(world, step, scene)
    case 'invite':
    case 'accept':
    case 'decline':
    case 'cancel':
    case 'resend':
      return predictInvitation(world, step, scene)
    default:
      return predictGroup(world, step, scene)
  }
}

/** Tells each recipient once. */
export function tell(world: World, nowMs: number, message: string, recipients: string[]): void {
  for (const userId of recipients)
    world.notifications.push({ userId, message, read: false, createdMs: nowMs, id: null })
}
