import { api } from '../api.ts'
import type { Reply, TestUser } from '../test-user.ts'
import { question } from './predict-call.ts'
import type { Step } from './step.ts'

type OverHttp = Exclude<Step, { action: 'wait' | 'reopen' | 'sign in' }>

export function sendStep(user: TestUser, step: OverHttp): Promise<Reply> {
  switch (step.action) {
    case 'create':
      return user.call(api.createGroup, { body: { name: step.name } })
    case 'rename group':
      return user.call(api.updateGroup, { params: step, body: { name: step.name, description: '' } })
    case 'invite':
      return user.call(api.inviteMembers, { params: step, body: { emails: step.emails } })
    case 'accept':
      return user.call(api.acceptInvitation, { params: step })
    case 'decline':
      return user.call(api.declineInvitation, { params: step })
    case 'cancel':
      return user.call(api.cancelInvitation, { params: step })
    case 'resend':
      return user.call(api.resendInvitation, { params: step })
    case 'toggle':
      return user.call(api.setAvailability, {
        params: step,
        body: { status: step.status, ...step.details },
      })
    case 'toggle in groups': {
      const { status, groupIds, details } = step
      return user.call(api.setAvailabilityInGroups, {
        body: { status, ...(groupIds && { groupIds }), ...details },
      })
    }
    case 'set usual end':
      return user.call(api.setUsualEnd, { params: step, body: { minutes: step.minutes } })
    case 'offer':
      return user.call(api.offerGroup, { params: step, body: { memberId: step.memberId } })
    case 'remove':
      return user.call(api.removeMember, { params: { ...step, userId: step.memberId } })
    case 'make deputy':
      return user.call(api.makeDeputy, { params: { ...step, userId: step.memberId } })
    case 'end deputy':
      return user.call(api.endDeputy, { params: { ...step, userId: step.memberId } })
    case 'set rule':
      return user.call(api.setRingingRule, { params: step, body: { rule: step.rule } })
    case 'set needed':
      return user.call(api.setNeeded, { params: step, body: { needed: step.needed } })
    case 'choose alerts':
      return user.call(api.setCoverageAlerts, { params: step, body: { coverage: step.coverage } })
    case 'follow':
      return user.call(api.followMember, { params: step })
    case 'unfollow':
      return user.call(api.unfollowMember, { params: step })
    case 'set asking interval':
      return user.call(api.setAskingInterval, { params: step, body: { minutes: step.minutes } })
    case 'set own interval': {
      const { minutes: afterMinutes, endsUnanswered } = step
      return user.call(api.updateQuestionSettings, {
        params: step,
        body: { askAgain: afterMinutes && { afterMinutes, endsUnanswered } },
      })
    }
    case 'confirm':
      return user.call(api.confirmAvailability, { params: step })
    case 'allow asking':
      return user.call(api.setAskers, { params: step, body: { askers: step.askers } })
    case 'ask': {
      const { everybody, needed } = step
      return user.call(api.openCall, {
        params: step,
        body: { text: question, everybody, needed, forMinutes: 60 },
      })
    }
    case 'answer':
      return user.call(api.answerCall, { params: step, body: { can: step.can } })
    case 'withdraw call':
      return user.call(api.withdrawCall, { params: step })
    case 'rename':
      return user.call(api.updateAccount, { body: { displayName: step.name } })
    case 'read':
      return user.call(api.readNotification, { params: { notificationId: step.id } })
    case 'read all':
      return user.call(api.readNotifications, { body: { upTo: step.upTo } })
    case 'sign out':
      return user.call(api.signOut)
    case 'leave':
      return user.call(api.leaveGroup, { params: step })
    case 'delete':
      return user.call(api.deleteGroup, { params: step })
    case 'withdraw':
      return user.call(api.withdrawOffer, { params: step })
    case 'take over':
      return user.call(api.acceptOffer, { params: step })
    case 'refuse':
      return user.call(api.declineOffer, { params: step })
  }
}
