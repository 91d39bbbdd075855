import { api } from '../api.ts'
import type { Person, Reply } from '../person.ts'
import type { Step } from './step.ts'

type OverHttp = Exclude<Step, { action: 'wait' | 'reopen' | 'sign in' }>

export function sendStep(person: Person, step: OverHttp): Promise<Reply> {
  switch (step.action) {
    case 'create':
      return person.call(api.createGroup, { body: { name: step.name } })
    case 'rename group':
      return person.call(api.updateGroup, { params: step, body: { name: step.name, description: '' } })
    case 'invite':
      return person.call(api.inviteMembers, { params: step, body: { emails: step.emails } })
    case 'accept':
      return person.call(api.acceptInvitation, { params: step })
    case 'decline':
      return person.call(api.declineInvitation, { params: step })
    case 'cancel':
      return person.call(api.cancelInvitation, { params: step })
    case 'resend':
      return person.call(api.resendInvitation, { params: step })
    case 'toggle':
      return person.call(api.setAvailability, {
        params: step,
        body: { status: step.status, ...step.details },
      })
    case 'toggle in groups': {
      const { status, groupIds, details } = step
      return person.call(api.setAvailabilityInGroups, {
        body: { status, ...(groupIds && { groupIds }), ...details },
      })
    }
    case 'set usual end':
      return person.call(api.setUsualEnd, { params: step, body: { minutes: step.minutes } })
    case 'offer':
      return person.call(api.offerGroup, { params: step, body: { memberId: step.memberId } })
    case 'remove':
      return person.call(api.removeMember, { params: { ...step, userId: step.memberId } })
    case 'set rule':
      return person.call(api.setRingingRule, { params: step, body: { rule: step.rule } })
    case 'set needed':
      return person.call(api.setNeeded, { params: step, body: { needed: step.needed } })
    case 'choose alerts':
      return person.call(api.setCoverageAlerts, { params: step, body: { coverage: step.coverage } })
    case 'follow':
      return person.call(api.followMember, { params: step })
    case 'unfollow':
      return person.call(api.unfollowMember, { params: step })
    case 'set asking interval':
      return person.call(api.setAskingInterval, { params: step, body: { minutes: step.minutes } })
    case 'set own interval': {
      const { minutes: askingInterval, endsUnanswered } = step
      return person.call(api.updateQuestionSettings, {
        params: step,
        body: { askingInterval, endsUnanswered },
      })
    }
    case 'confirm':
      return person.call(api.confirmAvailability, { params: step })
    case 'rename':
      return person.call(api.updateAccount, { body: { displayName: step.name } })
    case 'read':
      return person.call(api.readNotification, { params: { notificationId: step.id } })
    case 'read all':
      return person.call(api.readNotifications, { body: { upTo: step.upTo } })
    case 'sign out':
      return person.call(api.signOut)
    case 'leave':
      return person.call(api.leaveGroup, { params: step })
    case 'delete':
      return person.call(api.deleteGroup, { params: step })
    case 'withdraw':
      return person.call(api.withdrawOffer, { params: step })
    case 'take over':
      return person.call(api.acceptOffer, { params: step })
    case 'refuse':
      return person.call(api.declineOffer, { params: step })
  }
}
