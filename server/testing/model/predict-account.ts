import type { Scene } from './predict.ts'
import type { Step } from './step.ts'
import { isPendingAt, type World } from './world.ts'

type AccountStep = Extract<
  Step,
  { does: 'sign in' | 'sign out' | 'reopen' | 'wait' | 'rename' | 'read' | 'read all' }
>

const dayMs = 86_400_000

/** Sessions, names, time, and what is read. */
export function predictAccount(world: World, step: AccountStep, { me, device, nowMs }: Scene): number {
  switch (step.does) {
    case 'sign in':
      me.devices[device] = true
      return 200
    case 'sign out':
      // Whoever is a guest may sign out, too: nothing happens.
      if (me.devices[device]) becomeUnavailable(world, me.userId)
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
      passTime(world, step.ms, nowMs)
      return 0
    case 'reopen':
      return 0
  }

  function read(isMeant: (id: number) => boolean): number {
    for (const notification of world.notifications) {
      const { userId, id } = notification
      if (userId === me.userId && id !== null && isMeant(id)) notification.read = true
    }
    return 200
  }
}

function becomeUnavailable(world: World, userId: string): void {
  for (const { members } of world.groups) if (userId in members) members[userId] = false
}

/** What time alone brings about: invitations and sessions end, what was read long ago is forgotten. */
function passTime(world: World, ms: number, nowMs: number): void {
  const isStillPending = isPendingAt(nowMs)
  for (const invitation of world.invitations) {
    if (invitation.status === 'pending' && !isStillPending(invitation)) invitation.status = 'expired'
  }
  if (ms > 30 * dayMs) {
    for (const person of world.people) {
      if (person.devices.includes(true)) becomeUnavailable(world, person.userId)
      person.devices.fill(false)
    }
  }
  world.notifications = world.notifications.filter(
    ({ read, createdMs }) => !read || nowMs - createdMs < 90 * dayMs,
  )
}
