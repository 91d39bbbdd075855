import { coverageAlerts, ringingRules } from '@grouplight/contract/ringing.ts'
import fc from 'fast-check'
import { dayMs, hourMs } from '#platform/clock.ts'
import { isAdmin, type ModelState } from './model-state.ts'
import type { Step, StepDetails } from './step.ts'

export const names = ['Ana', 'Ben', 'Cora', 'Dan']
/** An invited address without an account. */
const stranger = 'stranger@example.org'

/** A step without ids. `which` and `whom` select objects of the model. */
export type GeneratedStep = {
  action: Step['action']
  as: number
  device: number
  at: number
  which: number
  whom: number
  yes: boolean
}
/** A list of bursts. The steps of one burst are sent at the same time. */
export type Script = GeneratedStep[][]

const often = (weight: number, ...action: Step['action'][]) => ({
  weight,
  arbitrary: fc.constantFrom(...action),
})

const generatedStep: fc.Arbitrary<GeneratedStep> = fc.record({
  action: fc.oneof(
    often(10, 'toggle'),
    often(6, 'accept', 'decline', 'invite', 'cancel', 'resend'),
    often(5, 'leave', 'offer', 'take over', 'refuse', 'withdraw'),
    often(3, 'make deputy', 'make deputy', 'end deputy'),
    often(4, 'create', 'rename group', 'rename', 'read', 'read all'),
    often(4, 'set rule', 'follow', 'follow', 'unfollow'),
    often(4, 'set asking interval', 'set own interval', 'confirm', 'confirm', 'wait'),
    often(4, 'toggle in groups', 'toggle in groups', 'set usual end', 'wait'),
    often(3, 'set needed', 'set needed', 'choose alerts'),
    often(8, 'ask', 'ask', 'answer', 'answer', 'answer'),
    often(1, 'allow asking', 'withdraw call'),
    often(3, 'remove', 'delete', 'sign out', 'sign in', 'reopen', 'wait'),
  ),
  as: fc.nat({ max: names.length - 1 }),
  device: fc.nat({ max: 1 }),
  at: fc.nat({ max: 5 }),
  which: fc.nat({ max: 11 }),
  whom: fc.nat({ max: 11 }),
  yes: fc.boolean(),
})

export const script: fc.Arbitrary<Script> = fc.array(
  fc.array(generatedStep, { minLength: 1, maxLength: 3 }),
  {
    minLength: 4,
    maxLength: 14,
  },
)

const intervals = [60, 1_440, null] as const
const ends = [30, 120, null] as const
const details: StepDetails[] = [
  {},
  { forMinutes: 120, note: 'Tea' },
  {},
  { forMinutes: 30 },
  {},
  { note: 'Coffee' },
  { until: null },
]
const waits = [1.1 * hourMs, 8 * dayMs, 1.1 * hourMs, 8 * dayMs, 31 * dayMs]

/** Adds ids from the model to the steps. Omits steps that must not run at the same time as another step of the burst. */
export function stepsOf(generated: GeneratedStep[], model: ModelState): Step[] {
  const steps = generated.map(generatedStep => stepOf(generatedStep, model))
  const alone = steps.find(({ action }) => action === 'wait' || action === 'reopen' || action === 'sign in')
  if (alone) return [alone]
  // If a rename or a sign-out ran at the same time as another request of the same user, it could take effect between the
  // authentication and the execution of this other request.
  const isAlone = ({ action }: Step) => action === 'rename' || action === 'sign out'
  return steps.filter(
    (step, at) =>
      !steps.slice(0, at).some(other => other.as === step.as && (isAlone(other) || isAlone(step))),
  )
}

function stepOf(
  { action, as, device: preferred, at, which, whom, yes }: GeneratedStep,
  model: ModelState,
): Step {
  const me = model.users[as] as ModelState['users'][number]
  const device = me.devices[preferred] || !me.devices[1 - preferred] ? preferred : 1 - preferred
  if (action === 'sign in' || (!me.devices[device] && action !== 'wait'))
    return { action: 'sign in', as, device, at }
  const actor = { as, device, at }
  const mine = model.groups.filter(({ members }) => me.userId in members)
  const ownGroups = mine.filter(group => isAdmin(group, me.userId))
  const some = <Item>(items: Item[], number = which) => items[number % Math.max(1, items.length)]
  // The step usually uses a group in which the action is allowed, and sometimes any group.
  const candidates =
    which === 11
      ? model.groups
      : [
            'set asking interval',
            'set needed',
            'allow asking',
            'rename group',
            'invite',
            'cancel',
            'resend',
            'delete',
            'offer',
            'withdraw',
            'remove',
            'make deputy',
            'end deputy',
          ].includes(action)
        ? ownGroups
        : action === 'take over' || action === 'refuse'
          ? mine.filter(({ offeredTo }) => offeredTo === me.userId)
          : mine
  const groupId = (some(candidates) ?? some(model.groups))?.id ?? 'AAAAAAAAAAAA'
  const user = model.users[whom % names.length] as ModelState['users'][number]
  const chosenDetails = (yes && details[whom % details.length]) || {}

  switch (action) {
    case 'create':
      return { ...actor, action, name: `Group ${which}` }
    case 'rename group':
      return { ...actor, action, groupId, name: `Group ${whom} again` }
    case 'invite': {
      const all = [...model.users.map(({ email }) => email), stranger]
      const emails = all.filter((_, index) => (whom + 6) & (1 << (index % 4)))
      return { ...actor, action, groupId, emails: emails.length > 0 ? emails : [stranger] }
    }
    case 'accept':
    case 'decline': {
      const [pending, received] = [
        model.invitations.filter(({ email, status }) => email === me.email && status === 'pending'),
        model.invitations.filter(({ email }) => email === me.email),
      ]
      const found = which === 11 ? model.invitations : yes || received.length === 0 ? pending : received
      return { ...actor, action, invitationId: some(found, whom)?.id ?? 'AAAAAAAAAAAA' }
    }
    case 'cancel':
    case 'resend': {
      const ofGroup = model.invitations.filter(invitation => invitation.groupId === groupId)
      const pending = ofGroup.filter(({ status }) => status === 'pending')
      return {
        ...actor,
        action,
        groupId,
        invitationId: some(yes ? pending : ofGroup, whom)?.id ?? 'AAAAAAAAAAAA',
      }
    }
    case 'toggle':
      return {
        ...actor,
        action,
        groupId,
        userId: whom === 11 ? (model.users[(as + 1) % names.length] as typeof me).userId : me.userId,
        status: yes,
        details: chosenDetails,
      }
    case 'toggle in groups': {
      const groupIds = (which === 11 ? model.groups : mine.slice(which % 3)).map(({ id }) => id)
      return {
        ...actor,
        action,
        status: yes,
        details: chosenDetails,
        ...(groupIds.length > 0 && which % 2 && { groupIds }),
      }
    }
    case 'set usual end':
      return { ...actor, action, groupId, minutes: ends[whom % 3] ?? null }
    case 'offer':
    case 'remove':
    case 'make deputy':
    case 'end deputy':
    case 'follow':
    case 'unfollow':
      return { ...actor, action, groupId, memberId: user.userId }
    case 'set needed':
      return { ...actor, action, groupId, needed: [1, 2, 2, 3, null][whom % 5] ?? null }
    case 'choose alerts':
      return { ...actor, action, groupId, coverage: coverageAlerts[whom % 4] ?? 'both' }
    case 'allow asking':
      return {
        ...actor,
        action,
        groupId,
        askers: (['members', 'members', 'admins', null] as const)[whom % 4] ?? null,
      }
    case 'ask':
      return { ...actor, action, groupId, everybody: yes, needed: [1, 1, 2, null][whom % 4] ?? null }
    case 'answer':
    case 'withdraw call': {
      const calls = (which === 11 ? model.groups : mine).flatMap(({ calls }) => calls)
      const callId = some(calls, which)?.id ?? 'AAAAAAAAAAAA'
      return { ...actor, action, callId, can: [true, true, false, null][whom % 4] ?? null } as Step
    }
    case 'set rule':
      // The rule 'followed' is chosen more often than the two other rules, because it has the most cases.
      return { ...actor, action, groupId, rule: ringingRules[whom % 4] ?? 'followed' }
    case 'set asking interval':
      return { ...actor, action, groupId, minutes: intervals[whom % 3] ?? null }
    case 'set own interval':
      return { ...actor, action, groupId, minutes: intervals[whom % 3] ?? null, endsUnanswered: yes }
    case 'rename':
      return { ...actor, action, name: `${names[as]} ${which}` }
    case 'read':
    case 'read all': {
      const ids = model.notifications.flatMap(({ userId, id }) => (userId === me.userId && id ? [id] : []))
      const id = some(ids, which * 5 + whom) ?? 1
      return action === 'read' ? { ...actor, action, id } : { ...actor, action, upTo: id }
    }
    case 'wait':
      return { ...actor, action, ms: some(waits) ?? 0 }
    default:
      return { ...actor, action, groupId } as Step
  }
}
