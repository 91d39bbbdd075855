import { type Scene, tell } from './predict.ts'
import type { Step } from './step.ts'
import { isPendingAt, type ModelGroup, type ModelInvitation, type World } from './world.ts'

type InvitationStep = Extract<Step, { does: 'invite' | 'accept' | 'decline' | 'cancel' | 'resend' }>
type Answering = Extract<Step, { does: 'accept' | 'decline' }>

const hourMs = 3_600_000
const patienceMs = 30 * 86_400_000

/** Invitations: sent, answered, taken back, mailed again. */
export function predictInvitation(world: World, step: InvitationStep, scene: Scene): number {
  const { me, nowMs } = scene
  if (isAnswering(step)) {
    const invitation = world.invitations.find(
      ({ id, email }) => id === step.invitationId && email === me.email,
    )
    const group = world.groups.find(({ id }) => id === invitation?.groupId)
    if (!invitation || !group) return 404
    return step.does === 'accept'
      ? accept(world, invitation, group, scene)
      : decline(world, invitation, group, scene)
  }
  const group = world.groups.find(({ id }) => id === step.groupId)
  if (!group || !(me.userId in group.members)) return 404
  if (group.creator !== me.userId) return 403
  if (step.does === 'invite') return invite(world, step.emails, group, scene)
  const sent = world.invitations
    .filter(isPendingAt(nowMs))
    .find(({ id, groupId }) => id === step.invitationId && groupId === group.id)
  if (!sent) return 404
  if (step.does === 'cancel') {
    sent.status = 'cancelled'
    return 204
  }
  if (sent.resentMs !== null && nowMs - sent.resentMs < hourMs) return 429
  sent.resentMs = nowMs
  return 200
}

function isAnswering(step: InvitationStep): step is Answering {
  return step.does === 'accept' || step.does === 'decline'
}

function accept(world: World, invitation: ModelInvitation, group: ModelGroup, { me, nowMs }: Scene): number {
  if (me.userId in group.members) {
    if (invitation.status === 'pending') invitation.status = 'accepted'
    return 200
  }
  const refusal = refusalOf(invitation, nowMs)
  if (refusal) return refusal
  invitation.status = 'accepted'
  const others = Object.keys(group.members).filter(userId => userId !== group.creator)
  group.members[me.userId] = true
  tell(world, nowMs, `${me.name} joined your group: ${group.name}`, [group.creator])
  tell(world, nowMs, `${me.name} joined ${group.name}`, others)
  return 200
}

function decline(world: World, invitation: ModelInvitation, group: ModelGroup, { me, nowMs }: Scene): number {
  if (invitation.status === 'declined') return 204
  if (me.userId in group.members) return 409
  const refusal = refusalOf(invitation, nowMs)
  if (refusal) return refusal
  invitation.status = 'declined'
  invitation.answeredMs = nowMs
  const message = `${me.name} declined your invitation to join ${group.name}`
  tell(world, nowMs, message, [invitation.invitedBy])
  return 204
}

function refusalOf(invitation: ModelInvitation, nowMs: number): number | null {
  if (invitation.status === 'accepted' || invitation.status === 'declined') return 409
  return isPendingAt(nowMs)(invitation) ? null : 404
}

function invite(world: World, emails: string[], group: ModelGroup, { me, answer, nowMs }: Scene): number {
  const ofGroup = world.invitations.filter(({ groupId }) => groupId === group.id)
  const pending = ofGroup.filter(isPendingAt(nowMs)).map(({ email }) => email)
  const members = world.people.filter(({ userId }) => userId in group.members).map(({ email }) => email)
  const wanted = [...new Set(emails)].filter(email => !pending.includes(email) && !members.includes(email))
  if (wanted.length === 0) return 200
  if (
    wanted.some(email =>
      isWeary(
        ofGroup.filter(invitation => invitation.email === email),
        nowMs,
      ),
    )
  )
    return 429
  const { invited = [] } = answer.body as { invited?: { id: string; email: string }[] }
  for (const email of wanted) {
    const id = invited.find(invitation => invitation.email === email)?.id ?? 'nothing was sent'
    world.invitations.push({
      id,
      groupId: group.id,
      email,
      invitedBy: me.userId,
      status: 'pending',
      createdMs: nowMs,
      answeredMs: 0,
      resentMs: null,
    })
  }
  tell(world, nowMs, `You sent ${wanted.length} invitation(s) to join ${group.name}`, [me.userId])
  return 200
}

/** Invited three times within a month after a decline. */
function isWeary(invitations: ModelInvitation[], nowMs: number): boolean {
  const isAgain = (one: ModelInvitation) =>
    invitations.some(
      other => other.status === 'declined' && other !== one && other.answeredMs <= one.createdMs,
    )
  return invitations.filter(one => nowMs - one.createdMs < patienceMs && isAgain(one)).length >= 3
}
