import fc from 'fast-check'
import type { Step } from './step.ts'
import type { World } from './world.ts'

export const people = ['Ana', 'Ben', 'Cora', 'Dan']
/** Somebody who is invited and never comes. */
export const stranger = 'stranger@example.org'

/** A step as it is generated: numbers that mean something only once the world before it is known. */
export type Idea = {
  does: Step['does']
  as: number
  device: number
  /** At which node. */
  at: number
  which: number
  whom: number
  yes: boolean
}
/** Bursts that follow each other; the steps of one burst come at the same time. */
export type Script = Idea[][]

const often = (weight: number, ...does: Step['does'][]) => ({ weight, arbitrary: fc.constantFrom(...does) })

const idea: fc.Arbitrary<Idea> = fc.record({
  does: fc.oneof(
    often(8, 'toggle'),
    often(6, 'accept', 'decline', 'invite', 'cancel', 'resend'),
    often(5, 'leave', 'offer', 'take over', 'refuse', 'withdraw'),
    often(4, 'create', 'rename group', 'rename', 'read', 'read all'),
    often(3, 'delete', 'sign out', 'sign in', 'reopen', 'wait'),
  ),
  as: fc.nat({ max: people.length - 1 }),
  device: fc.nat({ max: 1 }),
  at: fc.nat({ max: 5 }),
  which: fc.nat({ max: 11 }),
  whom: fc.nat({ max: 11 }),
  yes: fc.boolean(),
})

export const script: fc.Arbitrary<Script> = fc.array(fc.array(idea, { minLength: 1, maxLength: 3 }), {
  minLength: 4,
  maxLength: 14,
})

const plain = { device: 0, at: 0, which: 0, whom: 0, yes: true }

/** How every story begins: Ana has a group with Ben in it, and Cora is invited. */
export const opening: Script = [
  [{ ...plain, does: 'create', as: 0 }],
  [{ ...plain, does: 'invite', as: 0, whom: 0 }],
  [{ ...plain, does: 'accept', as: 1 }],
]

const waits = [3_700_000, 8 * 86_400_000, 8 * 86_400_000, 31 * 86_400_000]

/** Makes steps of the ideas of one burst, in the world as it is; what cannot meet without a fixed order is taken apart. */
export function stepsOf(ideas: Idea[], world: World): Step[] {
  const steps = ideas.map(idea => stepOf(idea, world))
  const alone = steps.find(({ does }) => does === 'wait' || does === 'reopen' || does === 'sign in')
  if (alone) return [alone]
  // Who asks is found out before what is asked for is done: a new name or a closed session beside it may come in between.
  const isAlone = ({ does }: Step) => does === 'rename' || does === 'sign out'
  return steps.filter(
    (step, at) =>
      !steps.slice(0, at).some(other => other.as === step.as && (isAlone(other) || isAlone(step))),
  )
}

function stepOf({ does, as, device: wanted, at, which, whom, yes }: Idea, world: World): Step {
  const me = world.people[as] as World['people'][number]
  const device = me.devices[wanted] || !me.devices[1 - wanted] ? wanted : 1 - wanted
  if (does === 'sign in' || (!me.devices[device] && does !== 'wait'))
    return { does: 'sign in', as, device, at }
  const doer = { as, device, at }
  const mine = world.groups.filter(({ members }) => me.userId in members)
  const made = mine.filter(({ creator }) => creator === me.userId)
  const some = <Item>(items: Item[], number = which) => items[number % Math.max(1, items.length)]
  // Nearly always one that it can be done to; now and then any, also of others.
  const fitting =
    which === 11
      ? world.groups
      : ['rename group', 'invite', 'cancel', 'resend', 'delete', 'offer', 'withdraw'].includes(does)
        ? made
        : does === 'take over' || does === 'refuse'
          ? mine.filter(({ offeredTo }) => offeredTo === me.userId)
          : mine
  const groupId = (some(fitting) ?? some(world.groups))?.id ?? 'AAAAAAAAAAAA'
  const person = world.people[whom % people.length] as World['people'][number]

  switch (does) {
    case 'create':
      return { ...doer, does, name: `Group ${which}` }
    case 'rename group':
      return { ...doer, does, groupId, name: `Group ${whom} again` }
    case 'invite': {
      const all = [...world.people.map(({ email }) => email), stranger]
      const emails = all.filter((_, place) => (whom + 6) & (1 << (place % 4)))
      return { ...doer, does, groupId, emails: emails.length > 0 ? emails : [stranger] }
    }
    case 'accept':
    case 'decline': {
      const [pending, received] = [
        world.invitations.filter(({ email, status }) => email === me.email && status === 'pending'),
        world.invitations.filter(({ email }) => email === me.email),
      ]
      const found = which === 11 ? world.invitations : yes || received.length === 0 ? pending : received
      return { ...doer, does, invitationId: some(found, whom)?.id ?? 'AAAAAAAAAAAA' }
    }
    case 'cancel':
    case 'resend': {
      const ofGroup = world.invitations.filter(invitation => invitation.groupId === groupId)
      const pending = ofGroup.filter(({ status }) => status === 'pending')
      return {
        ...doer,
        does,
        groupId,
        invitationId: some(yes ? pending : ofGroup, whom)?.id ?? 'AAAAAAAAAAAA',
      }
    }
    case 'toggle':
      return {
        ...doer,
        does,
        groupId,
        userId: whom === 11 ? (world.people[(as + 1) % people.length] as typeof me).userId : me.userId,
        status: yes,
      }
    case 'offer':
      return { ...doer, does, groupId, memberId: person.userId }
    case 'rename':
      return { ...doer, does, name: `${people[as]} ${which}` }
    case 'read':
    case 'read all': {
      const ids = world.notifications.flatMap(({ userId, id }) => (userId === me.userId && id ? [id] : []))
      const id = some(ids, which * 5 + whom) ?? 1
      return does === 'read' ? { ...doer, does, id } : { ...doer, does, upTo: id }
    }
    case 'wait':
      return { ...doer, does, ms: some(waits) ?? 0 }
    default:
      return { ...doer, does, groupId } as Step
  }
}
