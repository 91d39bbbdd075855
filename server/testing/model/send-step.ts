import { signOut, updateAccount } from '@grouplight/contract/account.ts'
import { setAvailability } from '@grouplight/contract/availability.ts'
import * as group from '@grouplight/contract/group.ts'
import * as invitation from '@grouplight/contract/invitation.ts'
import { readNotification, readNotifications } from '@grouplight/contract/notification.ts'
import type { Person, Reply } from '../person.ts'
import type { Step } from './step.ts'

type OverHttp = Exclude<Step, { action: 'wait' | 'reopen' | 'sign in' }>

export function sendStep(person: Person, step: OverHttp): Promise<Reply> {
  switch (step.action) {
    case 'create':
      return person.call(group.createGroup, { body: { name: step.name } })
    case 'rename group':
      return person.call(group.updateGroup, { params: step, body: { name: step.name, description: '' } })
    case 'invite':
      return person.call(invitation.inviteMembers, { params: step, body: { emails: step.emails } })
    case 'accept':
      return person.call(invitation.acceptInvitation, { params: step })
    case 'decline':
      return person.call(invitation.declineInvitation, { params: step })
    case 'cancel':
      return person.call(invitation.cancelInvitation, { params: step })
    case 'resend':
      return person.call(invitation.resendInvitation, { params: step })
    case 'toggle':
      return person.call(setAvailability, { params: step, body: { status: step.status } })
    case 'offer':
      return person.call(group.offerGroup, { params: step, body: { memberId: step.memberId } })
    case 'rename':
      return person.call(updateAccount, { body: { displayName: step.name } })
    case 'read':
      return person.call(readNotification, { params: { notificationId: step.id } })
    case 'read all':
      return person.call(readNotifications, { body: { upTo: step.upTo } })
    case 'sign out':
      return person.call(signOut)
    case 'leave':
      return person.call(group.leaveGroup, { params: step })
    case 'delete':
      return person.call(group.deleteGroup, { params: step })
    case 'withdraw':
      return person.call(group.withdrawOffer, { params: step })
    case 'take over':
      return person.call(group.acceptOffer, { params: step })
    case 'refuse':
      return person.call(group.declineOffer, { params: step })
  }
}
