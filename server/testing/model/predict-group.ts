import { callContext, endCallsOf } from './calls.ts'
import { isAdmin, type ModelGroup, type ModelState } from './model-state.ts'
import { addToGroup, forgetOwn } from './predict-availability.ts'
import { setNeeded } from './predict-coverage.ts'
import type { Step } from './step.ts'
import { notify, otherMembers, type StepContext } from './step-context.ts'

type GroupStep = Extract<
  Step,
  {
    action:
      | 'create'
      | 'rename group'
      | 'set needed'
      | 'leave'
      | 'delete'
      | 'offer'
      | 'withdraw'
      | 'take over'
      | 'refuse'
      | 'remove'
      | 'make deputy'
      | 'end deputy'
  }
>

export function newGroup(id: string, name: string, creator: string): ModelGroup {
  const nothing = { offeredTo: null, askingInterval: null, needed: null, alertedSide: null, askers: null }
  return { id, name, creator, members: {}, details: {}, ringing: {}, deputies: [], calls: [], ...nothing }
}

export function predictGroup(model: ModelState, step: GroupStep, context: StepContext): number {
  const { me, answer, nowMs } = context
  if (step.action === 'create') {
    const { id } = answer.body as { id: string }
    const created = newGroup(id, step.name, me.userId)
    addToGroup(created, me.userId, callContext(model, nowMs))
    model.groups.push(created)
    notify(model, nowMs, `You created a new group: ${step.name}`, [me.userId])
    return 200
  }
  const group = model.groups.find(({ id }) => id === step.groupId)
  if (!group || !(me.userId in group.members)) return 404
  if (step.action === 'leave') return leave(model, group, context)
  if (step.action === 'take over' || step.action === 'refuse') {
    if (group.offeredTo !== me.userId) return 404
    group.offeredTo = null
    if (step.action === 'take over') takeOver(model, group, context)
    else notify(model, nowMs, `${me.name} declined to take over your group: ${group.name}`, [group.creator])
    return 200
  }
  if (step.action === 'end deputy') {
    if (me.userId !== step.memberId && me.userId !== group.creator) return 403
    endDeputy(model, group, step.memberId)
    return 200
  }
  const mayDeputies = ['rename group', 'set needed', 'remove'].includes(step.action)
  if (!(mayDeputies ? isAdmin(group, me.userId) : group.creator === me.userId)) return 403
  switch (step.action) {
    case 'rename group':
      group.name = step.name
      return 200
    case 'set needed':
      setNeeded(model, group, step.needed)
      return 200
    case 'delete':
      deleteGroup(model, group, context)
      return 204
    case 'withdraw':
      group.offeredTo = null
      return 200
    case 'remove':
      if (step.memberId === group.creator) return 409
      if (group.creator !== me.userId && group.deputies.includes(step.memberId)) return 403
      if (!(step.memberId in group.members)) return 404
      endMembership(model, group, step.memberId, nowMs)
      notify(model, nowMs, `You were removed from the group: ${group.name}`, [step.memberId])
      return 204
    case 'make deputy':
      if (step.memberId === me.userId || !(step.memberId in group.members)) return 404
      if (!group.deputies.includes(step.memberId)) {
        group.deputies.push(step.memberId)
        notify(model, nowMs, `${me.name} made you a deputy of ${group.name}`, [step.memberId])
      }
      return 200
    case 'offer':
      if (step.memberId === me.userId || !(step.memberId in group.members)) return 404
      if (group.offeredTo !== step.memberId)
        notify(model, nowMs, `${me.name} wants to hand over the group to you: ${group.name}`, [step.memberId])
      group.offeredTo = step.memberId
      return 200
  }
}

function leave(model: ModelState, group: ModelGroup, { me, nowMs }: StepContext): number {
  if (group.creator === me.userId) return 409
  endMembership(model, group, me.userId, nowMs)
  notify(model, nowMs, `You left the group: ${group.name}`, [me.userId])
  notify(model, nowMs, `${me.name} left your group: ${group.name}`, [group.creator])
  notify(model, nowMs, `${me.name} left ${group.name}`, group.deputies)
  return 204
}

/** The creator becomes the inviter of the deputy's pending invitations. */
function endDeputy(model: ModelState, group: ModelGroup, memberId: string): void {
  if (!group.deputies.includes(memberId)) return
  group.deputies = group.deputies.filter(userId => userId !== memberId)
  for (const invitation of model.invitations)
    if (
      invitation.groupId === group.id &&
      invitation.status === 'pending' &&
      invitation.invitedBy === memberId
    )
      invitation.invitedBy = group.creator
}

function endMembership(model: ModelState, group: ModelGroup, memberId: string, nowMs: number): void {
  endDeputy(model, group, memberId)
  delete group.members[memberId]
  delete group.details[memberId]
  forgetOwn(model, group, [memberId])
  delete group.ringing[memberId]
  for (const ringing of Object.values(group.ringing))
    ringing.follows = ringing.follows.filter(userId => userId !== memberId)
  model.notifications = model.notifications.filter(
    ({ userId, statusOf }) => userId !== memberId || statusOf !== group.id,
  )
  if (group.offeredTo === memberId) group.offeredTo = null
  endCallsOf(group, memberId, callContext(model, nowMs))
}

function takeOver(model: ModelState, group: ModelGroup, { me, nowMs }: StepContext): void {
  const former = group.creator
  group.creator = me.userId
  group.deputies = group.deputies.filter(userId => userId !== me.userId)
  for (const invitation of model.invitations)
    if (invitation.groupId === group.id && invitation.status === 'pending' && invitation.invitedBy === former)
      invitation.invitedBy = me.userId
  notify(model, nowMs, `You took over the group: ${group.name}`, [me.userId])
  notify(model, nowMs, `${me.name} took over your group: ${group.name}`, [former])
  const rest = otherMembers(group, me.userId).filter(userId => userId !== former)
  notify(model, nowMs, `${me.name} is now the admin of ${group.name}`, rest)
}

function deleteGroup(model: ModelState, group: ModelGroup, { me, nowMs }: StepContext): void {
  model.groups = model.groups.filter(other => other !== group)
  forgetOwn(model, group, Object.keys(group.members))
  model.invitations = model.invitations.filter(({ groupId }) => groupId !== group.id)
  model.notifications = model.notifications.filter(({ statusOf }) => statusOf !== group.id)
  notify(model, nowMs, `You deleted the group: ${group.name}`, [me.userId])
  const message = `The group "${group.name}" has been deleted by the admin`
  notify(model, nowMs, message, otherMembers(group, me.userId))
}
