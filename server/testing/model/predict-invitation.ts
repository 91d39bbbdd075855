import { maxReinvitations, reinvitationWindowMs } from '#features/invitation/check-invitation-limits.ts'
import { resendPauseMs } from '#features/invitation/pending.ts'
import { callContext } from './calls.ts'
import {
  isAdmin,
  isPendingAt,
  type ModelGroup,
  type ModelInvitation,
  type ModelState,
} from './model-state.ts'
import { addToGroup } from './predict-availability.ts'
import type { Step } from './step.ts'
import { notify, type StepContext } from './step-context.ts'

type InvitationStep = Extract<Step, { action: 'invite' | 'accept' | 'decline' | 'cancel' | 'resend' }>
type Answering = Extract<Step, { action: 'accept' | 'decline' }>

export function predictInvitation(model: ModelState, step: InvitationStep, context: StepContext): number {
  const { me, nowMs } = context
  if (isAnswering(step)) {
    const invitation = model.invitations.find(
      ({ id, email }) => id === step.invitationId && email === me.email,
    )
    const group = model.groups.find(({ id }) => id === invitation?.groupId)
    if (!invitation || !group) return 404
    return step.action === 'accept'
      ? accept(model, invitation, group, context)
      : decline(model, invitation, group, context)
  }
  const group = model.groups.find(({ id }) => id === step.groupId)
  if (!group || !(me.userId in group.members)) return 404
  if (!isAdmin(group, me.userId)) return 403
  if (step.action === 'invite') return invite(model, step.emails, group, context)
  const sent = model.invitations
    .filter(isPendingAt(nowMs))
    .find(({ id, groupId }) => id === step.invitationId && groupId === group.id)
  if (!sent) return 404
  if (step.action === 'cancel') {
    sent.status = 'cancelled'
    return 204
  }
  if (nowMs - sent.sentMs < resendPauseMs) return 429
  sent.sentMs = nowMs
  return 200
}

function isAnswering(step: InvitationStep): step is Answering {
  return step.action === 'accept' || step.action === 'decline'
}

function accept(
  model: ModelState,
  invitation: ModelInvitation,
  group: ModelGroup,
  { me, nowMs }: StepContext,
): number {
  if (me.userId in group.members) {
    if (invitation.status === 'pending') invitation.status = 'accepted'
    return 200
  }
  const refusal = refusalOf(invitation, nowMs)
  if (refusal) return refusal
  invitation.status = 'accepted'
  const others = Object.keys(group.members).filter(userId => userId !== group.creator)
  addToGroup(group, me.userId, callContext(model, nowMs))
  notify(model, nowMs, `${me.name} joined your group: ${group.name}`, [group.creator])
  notify(model, nowMs, `${me.name} joined ${group.name}`, others)
  return 200
}

function decline(
  model: ModelState,
  invitation: ModelInvitation,
  group: ModelGroup,
  { me, nowMs }: StepContext,
): number {
  if (invitation.status === 'declined') return 204
  if (me.userId in group.members) return 409
  const refusal = refusalOf(invitation, nowMs)
  if (refusal) return refusal
  invitation.status = 'declined'
  invitation.answeredMs = nowMs
  const message = `${me.name} declined your invitation to join ${group.name}`
  notify(model, nowMs, message, [invitation.invitedBy])
  return 204
}

function refusalOf(invitation: ModelInvitation, nowMs: number): number | null {
  if (invitation.status === 'accepted' || invitation.status === 'declined') return 409
  return isPendingAt(nowMs)(invitation) ? null : 404
}

function invite(
  model: ModelState,
  emails: string[],
  group: ModelGroup,
  { me, answer, nowMs }: StepContext,
): number {
  const ofGroup = model.invitations.filter(({ groupId }) => groupId === group.id)
  const pending = ofGroup.filter(isPendingAt(nowMs)).map(({ email }) => email)
  const members = model.users.filter(({ userId }) => userId in group.members).map(({ email }) => email)
  const invitable = [...new Set(emails)].filter(email => !pending.includes(email) && !members.includes(email))
  if (invitable.length === 0) return 200
  if (
    invitable.some(email =>
      isReinviteLimited(
        ofGroup.filter(invitation => invitation.email === email),
        nowMs,
      ),
    )
  )
    return 429
  const { invited = [] } = answer.body as { invited?: { id: string; email: string }[] }
  for (const email of invitable) {
    const id = invited.find(invitation => invitation.email === email)?.id ?? 'nothing was sent'
    model.invitations.push({
      id,
      groupId: group.id,
      email,
      invitedBy: me.userId,
      status: 'pending',
      createdMs: nowMs,
      answeredMs: 0,
      sentMs: nowMs,
    })
  }
  notify(model, nowMs, `You sent ${invitable.length} invitation(s) to join ${group.name}`, [me.userId])
  return 200
}

/**
 * `invitations` are all invitations of one group to one address. Returns whether the address must not be invited again. This is
 * so if at least `maxReinvitations` of the invitations were made in the last 30 days, each after an earlier one was declined.
 */
function isReinviteLimited(invitations: ModelInvitation[], nowMs: number): boolean {
  const followsDecline = (one: ModelInvitation) =>
    invitations.some(
      other => other.status === 'declined' && other !== one && other.answeredMs <= one.createdMs,
    )
  return (
    invitations.filter(one => nowMs - one.createdMs < reinvitationWindowMs && followsDecline(one)).length >=
    maxReinvitations
  )
}
