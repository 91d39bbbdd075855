import { type Scene, tell } from './predict.ts'
import type { Step } from './step.ts'
import type { ModelGroup, World } from './world.ts'

type GroupStep = Extract<
  Step,
  {
    does:
      | 'create'
      | 'rename group'
      | 'toggle'
      | 'leave'
      | 'delete'
      | 'offer'
      | 'withdraw'
      | 'take over'
      | 'refuse'
  }
>

/** Groups, who is in them, whose they are, and who is available. */
export function predictGroup(world: World, step: GroupStep, scene: Scene): number {
  const { me, answer, nowMs } = scene
  if (step.does === 'create') {
    const { id } = answer.body as { id: string }
    const members = { [me.userId]: true }
    world.groups.push({ id, name: step.name, creator: me.userId, members, offeredTo: null })
    tell(world, nowMs, `You created a new group: ${step.name}`, [me.userId])
    return 200
  }
  const group = world.groups.find(({ id }) => id === step.groupId)
  if (!group || !(me.userId in group.members)) return 404
  if (step.does === 'toggle') return toggle(world, step, group, scene)
  if (step.does === 'leave') return leave(world, group, scene)
  if (step.does === 'take over' || step.does === 'refuse') {
    if (group.offeredTo !== me.userId) return 404
    group.offeredTo = null
    if (step.does === 'take over') takeOver(world, group, scene)
    else tell(world, nowMs, `${me.name} declined to take over your group: ${group.name}`, [group.creator])
    return 200
  }
  if (group.creator !== me.userId) return 403
  switch (step.does) {
    case 'rename group':
      group.name = step.name
      return 200
    case 'delete':
      remove(world, group, scene)
      return 204
    case 'withdraw':
      group.offeredTo = null
      return 200
    case 'offer':
      if (step.memberId === me.userId || !(step.memberId in group.members)) return 404
      if (group.offeredTo !== step.memberId)
        tell(world, nowMs, `${me.name} wants to hand over the group to you: ${group.name}`, [step.memberId])
      group.offeredTo = step.memberId
      return 200
  }
}

function toggle(
  world: World,
  step: Extract<Step, { does: 'toggle' }>,
  group: ModelGroup,
  { me, nowMs }: Scene,
): number {
  if (step.userId !== me.userId) return 403
  if (step.status && !group.members[me.userId])
    tell(world, nowMs, `${me.name} is now available in ${group.name}`, others(group, me.userId))
  group.members[me.userId] = step.status
  return 200
}

function leave(world: World, group: ModelGroup, { me, nowMs }: Scene): number {
  if (group.creator === me.userId) return 409
  delete group.members[me.userId]
  if (group.offeredTo === me.userId) group.offeredTo = null
  tell(world, nowMs, `You left the group: ${group.name}`, [me.userId])
  tell(world, nowMs, `${me.name} left your group: ${group.name}`, [group.creator])
  return 204
}

function takeOver(world: World, group: ModelGroup, { me, nowMs }: Scene): void {
  const former = group.creator
  group.creator = me.userId
  for (const invitation of world.invitations)
    if (invitation.groupId === group.id && invitation.status === 'pending') invitation.invitedBy = me.userId
  tell(world, nowMs, `You took over the group: ${group.name}`, [me.userId])
  tell(world, nowMs, `${me.name} took over your group: ${group.name}`, [former])
  const rest = others(group, me.userId).filter(userId => userId !== former)
  tell(world, nowMs, `${me.name} is now the admin of ${group.name}`, rest)
}

function remove(world: World, group: ModelGroup, { me, nowMs }: Scene): void {
  world.groups = world.groups.filter(other => other !== group)
  world.invitations = world.invitations.filter(({ groupId }) => groupId !== group.id)
  tell(world, nowMs, `You deleted the group: ${group.name}`, [me.userId])
  const message = `The group "${group.name}" has been deleted by the admin`
  tell(world, nowMs, message, others(group, me.userId))
}

function others({ members }: ModelGroup, me: string): string[] {
  return Object.keys(members).filter(userId => userId !== me)
}
