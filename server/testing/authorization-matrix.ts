import { type CallableStatus, functionsPath } from '@grouplight/contract/callable.ts'
import type { Endpoint } from '@grouplight/contract/endpoint.ts'
import type { LiveMessage } from '@grouplight/contract/live.ts'
import type { ProblemCode } from '@grouplight/contract/problem.ts'
import { newId } from '#platform/tokens.ts'
import { api } from './api.ts'
import { Authenticator, wrongOptions } from './authenticator.ts'
import { newSubscription } from './fake-push-service.ts'
import { personalHook } from './hook-receiver.ts'
import { newAddress, type Reply, TestUser } from './test-user.ts'

/**
 * The actors, in the order of the `answers` of a row, which has neither the deputy nor the operator. The user with the unverified address
 * is stored as a member of the group. The operator is no member.
 */
export const actors = [
  ...(['guest', 'unverified', 'stranger', 'former', 'invitee', 'member', 'creator'] as const),
  'deputy',
  'operator',
] as const
export type Actor = (typeof actors)[number]

/**
 * `invitation` is the pending invitation to the invitee. `own` has the ids of the invitations to the creator and to the member.
 * The device, session, watch, passkey, key and personal hook are the creator's. A code is `{id}.{secret}`.
 */
export type TestData = {
  groupId: string
  invitation: { id: string; email: string }
  creatorId: string
  memberId: string
  deputyId: string
  own: Partial<Record<Actor, string>>
  deviceId: string
  linkId: string
  /** The code of the invite link `linkId`. */
  code: string
  /** The id of the former member, who has asked to join by another invite link. */
  askedId: string
  /** The id of a session that no request uses. */
  creatorSessionId: string
  watchId: string
  /** A call of the member. */
  callId: string
  passkeyId: string
  hookId: string
  groupHookId: string
  keyId: string
  boardId: string
  boardCode: string
  /** The code that a screen shows. */
  screenCode: string
  /** The unverified user in a second session, which was created while the address was still verified. */
  unverifiedDevice: TestUser
}

type Refusal = `${400 | 401 | 403 | 404 | 409 | 503} ${ProblemCode | CallableStatus}`
type Cell = '200' | '204' | Refusal
export type LiveMessages = Partial<Record<Actor, LiveMessage[0][]>>

export type Row = {
  what: string
  ask(who: TestUser, data: TestData, actor: Actor): Promise<Reply>
  answers: readonly [Cell, Cell, Cell, Cell, Cell, Cell, Cell]
  /**
   * The outer key is the actor who sends the request. The inner record has the names of the live messages that each actor then
   * receives. By default nobody receives any.
   */
  messages?: Partial<Record<Actor, LiveMessages>>
  /** What is not as for the member: see `deputy-column.ts`. */
  deputy?: { answer?: Cell; sends?: LiveMessages; receives?: Partial<Record<Actor, LiveMessage[0][]>> }
  /** What the operator is answered, if it is not the same as the stranger. */
  operator?: Cell
}

const signIn = '401 unauthenticated'
const verify = '403 email-not-verified'
const noGroup = '404 group-not-found'
const noMember = '404 member-not-found'
const noInvitation = '404 invitation-not-found'
const notCreator = '403 not-group-creator'
const notYours = '403 not-your-availability'
const alreadyMember = '409 already-member'

const notFound = '404 notification-not-found'
const verified = [signIn, verify, '200', '200', '200', '200', '200'] as const
const anybody = ['200', '200', '200', '200', '200', '200', '200'] as const
const members = [signIn, verify, noGroup, noGroup, noGroup, '200', '200'] as const
const creator = [signIn, verify, noGroup, noGroup, noGroup, notCreator, '200'] as const
const deputyToo = { answer: '200' } as const
const deputyTooWithoutAnswer = { answer: '204' } as const
const creatorWithoutAnswer = [signIn, verify, noGroup, noGroup, noGroup, notCreator, '204'] as const
const noDevice = '404 device-not-found'
const ofDevice = [signIn, verify, noDevice, noDevice, noDevice, noDevice, '204'] as const
const noSession = '404 session-not-found'
const noWatch = '404 watch-not-found'
const noCall = '404 call-not-found'
const noLink = '404 link-not-usable'
const noRequest = '404 request-not-found'
const noPasskey = '404 passkey-not-found'
const noHook = '404 hook-not-found'
const noKey = '404 key-not-found'
const noBoard = '404 board-not-found'
const offered = [signIn, verify, noGroup, noGroup, noGroup, '200', '404 offer-not-found'] as const

const nowhere = sevenTimes('404 not-found')
const noUser = '404 user-not-found'

const news: LiveMessage[0][] = ['group.changed', 'notifications.changed']

export const matrix = {
  readSession: [own('asking who is signed in', api.readSession, anybody)],
  signIn: [
    {
      what: 'signing in from another browser with one’s password or, as a guest, with an unknown address',
      ask: (who, _data, actor) => {
        const email = actor === 'guest' ? `${newId()}@example.org` : who.email
        const body = { email, password: who.password }
        return new TestUser(who.url).call(api.signIn, { body })
      },
      answers: ['401 invalid-credential', verify, '200', '200', '200', '200', '200'],
    },
  ],
  signOut: [
    {
      what: 'signing out in a second session or, as a guest, without a session',
      ask: async (who, { unverifiedDevice }, actor) => {
        const devices = { guest: who, unverified: unverifiedDevice } as Partial<Record<Actor, TestUser>>
        return (devices[actor] ?? (await who.onAnotherDevice())).call(api.signOut)
      },
      answers: ['204', '204', '204', '204', '204', '204', '204'],
      messages: {
        ...toOneself(['stranger', 'former', 'invitee'], 'signed.out.elsewhere'),
        unverified: { member: ['t'], creator: ['t'] },
        member: { member: ['signed.out.elsewhere', 't'], creator: ['t'] },
        creator: { creator: ['signed.out.elsewhere', 't'], member: ['t'] },
      },
    },
  ],
  signUp: [
    {
      what: 'signing somebody up',
      ask: who => {
        const body = { displayName: 'Ana', email: `${newId()}@example.org`, password: 'correct horse' }
        return who.call(api.signUp, { body })
      },
      answers: anybody,
    },
  ],
  verifyEmail: [
    {
      what: 'verifying an address with an invalid code',
      ask: who => who.call(api.verifyEmail, { body: { code: newId() } }),
      answers: sevenTimes('400 invalid-action-code'),
    },
  ],
  updateAccount: [
    {
      what: 'changing one’s own name',
      ask: (who, _data, actor) =>
        who.call(api.updateAccount, { body: { displayName: `${actor} ${newId()}` } }),
      answers: verified,
      messages: {
        ...toOneself(['stranger', 'former', 'invitee'], 'account.changed'),
        member: { member: ['account.changed', 'group.changed'], creator: ['group.changed'] },
        creator: {
          creator: ['account.changed', 'group.changed', 'invitations.changed'],
          member: ['group.changed'],
          invitee: ['invitations.changed'],
        },
      },
    },
  ],
  setLanguage: [
    {
      what: 'choosing one’s own language',
      ask: who => who.call(api.setLanguage, { body: { language: 'de' } }),
      answers: [signIn, verify, ...fiveTimes('204')],
    },
  ],
  deleteAccount: [
    {
      what: 'deleting one’s account with a wrong password',
      ask: who => who.call(api.deleteAccount, { body: { password: 'wrong horse' } }),
      answers: [signIn, verify, ...fiveTimes('401 wrong-password')],
    },
  ],
  readVersion: [own('reading the version', api.readVersion)],
  listSessions: [own('listing one’s sessions', api.listSessions)],
  endSession: [
    {
      what: 'ending a session of the creator',
      ask: (who, { creatorSessionId }) =>
        who.call(api.endSession, { params: { sessionId: creatorSessionId } }),
      answers: [signIn, verify, noSession, noSession, noSession, noSession, '204'],
    },
  ],
  endOtherSessions: [
    own('signing out everywhere else', api.endOtherSessions, [signIn, verify, ...fiveTimes('204')]),
  ],
  changePassword: [
    {
      what: 'changing one’s password with a wrong old one',
      ask: who =>
        who.call(api.changePassword, { body: { password: 'wrong horse', newPassword: 'battery staple' } }),
      answers: [signIn, verify, ...fiveTimes('401 wrong-password')],
    },
  ],
  confirmByPassword: [
    {
      what: 'proving with a wrong password that one is still the user',
      ask: who => who.call(api.confirmByPassword, { body: { password: 'wrong horse' } }),
      answers: [signIn, verify, ...fiveTimes('401 wrong-password')],
    },
  ],
  listPasskeys: [own('listing one’s passkeys', api.listPasskeys)],
  startAddingPasskey: [own('starting to add a passkey', api.startAddingPasskey)],
  addPasskey: [
    {
      what: 'adding a passkey with a response to a challenge that the server did not make',
      ask: who => {
        const response = new Authenticator(who.url).create(wrongOptions)
        return who.call(api.addPasskey, { body: { name: 'Phone', response } })
      },
      answers: [signIn, verify, ...fiveTimes('401 passkey-refused')],
    },
  ],
  renamePasskey: [
    {
      what: 'renaming the creator’s passkey',
      ask: (who, { passkeyId }) =>
        who.call(api.renamePasskey, { params: { passkeyId }, body: { name: 'Mine now' } }),
      answers: [signIn, verify, noPasskey, noPasskey, noPasskey, noPasskey, '200'],
    },
  ],
  removePasskey: [
    {
      what: 'removing the creator’s passkey',
      ask: (who, { passkeyId }) => who.call(api.removePasskey, { params: { passkeyId } }),
      answers: [signIn, verify, noPasskey, noPasskey, noPasskey, noPasskey, '204'],
    },
  ],
  startPasskeySignIn: [
    own('asking for the options of a sign-in by passkey', api.startPasskeySignIn, anybody),
  ],
  signInByPasskey: [
    {
      what: 'signing in with an unknown passkey',
      ask: who => {
        const response = new Authenticator(who.url).use(wrongOptions)
        return who.call(api.signInByPasskey, { body: { response } })
      },
      answers: sevenTimes('401 passkey-refused'),
    },
  ],
  confirmByPasskey: [
    {
      what: 'proving with an unknown passkey that one is still the user',
      ask: who => {
        const response = new Authenticator(who.url).use(wrongOptions)
        return who.call(api.confirmByPasskey, { body: { response } })
      },
      answers: [signIn, verify, ...fiveTimes('401 passkey-refused')],
    },
  ],
  listKeys: [own('listing one’s keys', api.listKeys)],
  createKey: [
    {
      what: 'making a key for all of one’s groups',
      ask: who => who.call(api.createKey, { body: { name: 'Lamp', maySwitch: true } }),
      answers: verified,
    },
    {
      what: 'making a key for the group',
      ask: (who, { groupId }) =>
        who.call(api.createKey, { body: { name: 'Lamp', maySwitch: false, groupIds: [groupId] } }),
      answers: members,
    },
  ],
  revokeKey: [
    {
      what: 'revoking the creator’s key',
      ask: (who, { keyId }) => who.call(api.revokeKey, { params: { keyId } }),
      answers: [signIn, verify, noKey, noKey, noKey, noKey, '204'],
    },
  ],
  startProviderSignIn: [
    {
      what: 'starting to link one’s account to a provider that cannot be reached',
      ask: who => who.call(api.startProviderSignIn, { body: { purpose: 'link' } }),
      answers: [signIn, verify, ...fiveTimes('503 provider-unavailable')],
    },
  ],
  readSignInMethods: [own('reading one’s sign-in methods', api.readSignInMethods)],
  unlinkProvider: [
    own('unlinking one’s account from the provider', api.unlinkProvider, [
      signIn,
      verify,
      ...fiveTimes('204'),
    ]),
  ],
  exportAccount: [own('downloading one’s own data', api.exportAccount)],
  readDashboard: [own('reading the dashboard', api.readDashboard, anybody)],
  countUnread: [own('counting one’s unread notifications', api.countUnread)],
  listNotifications: [own('listing one’s notifications', api.listNotifications)],
  readNotification: [
    {
      what: 'marking a missing notification as read',
      ask: who => who.call(api.readNotification, { params: { notificationId: 1_000_000 } }),
      answers: [signIn, verify, notFound, notFound, notFound, notFound, notFound],
    },
  ],
  readNotifications: [
    {
      what: 'marking the notifications up to the id 0 as read',
      ask: who => who.call(api.readNotifications, { body: { upTo: 0 } }),
      answers: verified,
    },
  ],
  listGroups: [own('listing one’s groups', api.listGroups)],
  createGroup: [
    {
      what: 'creating a group',
      ask: who => who.call(api.createGroup, { body: { name: 'Night Watch' } }),
      answers: verified,
      messages: toOneself(actors.slice(2), 'group.joined', 'notifications.changed'),
    },
  ],
  readGroup: [ofGroup('reading the group', api.readGroup, members)],
  setAvailability: [
    {
      what: 'setting one’s own availability',
      ask: (who, { groupId }) => setUnavailable(who, groupId, who.userId || newId()),
      answers: members,
      messages: { member: { member: ['t'], creator: ['t'] }, creator: { member: ['t'], creator: ['t'] } },
    },
    {
      what: 'setting another member’s availability',
      ask: (who, { groupId, creatorId, memberId }, actor) =>
        setUnavailable(who, groupId, actor === 'creator' ? memberId : creatorId),
      answers: [signIn, verify, noGroup, noGroup, noGroup, notYours, notYours],
    },
  ],
  setAvailabilityInGroups: [
    {
      what: 'setting one’s own availability in several groups',
      ask: (who, { groupId }) =>
        who.call(api.setAvailabilityInGroups, { body: { status: false, groupIds: [groupId] } }),
      answers: members,
      messages: { member: { member: ['t'], creator: ['t'] }, creator: { member: ['t'], creator: ['t'] } },
    },
  ],
  undoAvailability: [
    {
      what: 'undoing a change of one’s availability that has changed since',
      ask: (who, { groupId }) => who.call(api.undoAvailability, { body: { groups: [undoIn(groupId)] } }),
      answers: [signIn, verify, '200', '200', '200', '200', '200'],
    },
  ],
  setUsualEnd: [
    {
      what: 'setting one’s usual end',
      ask: (who, { groupId }) => who.call(api.setUsualEnd, { params: { groupId }, body: { minutes: 60 } }),
      answers: members,
      messages: { member: { member: ['group.joined'] }, creator: { creator: ['group.joined'] } },
    },
  ],
  setNeeded: [
    {
      what: 'setting how many available members the group needs',
      ask: (who, { groupId }) => who.call(api.setNeeded, { params: { groupId }, body: { needed: 2 } }),
      answers: creator,
      deputy: deputyToo,
      messages: { creator: { creator: ['group.changed'], member: ['group.changed'] } },
    },
  ],
  confirmAvailability: [ofGroup('confirming one’s own availability', api.confirmAvailability, members)],
  setAskingInterval: [
    {
      what: 'setting the asking interval of the group',
      ask: (who, { groupId }) =>
        who.call(api.setAskingInterval, { params: { groupId }, body: { minutes: 240 } }),
      answers: creator,
      deputy: deputyToo,
      messages: { creator: { member: ['group.changed'], creator: ['group.changed'] } },
    },
  ],
  readQuestionSettings: [ofGroup('reading one’s question settings', api.readQuestionSettings, members)],
  updateQuestionSettings: [
    {
      what: 'changing one’s question settings',
      ask: (who, { groupId }) =>
        who.call(api.updateQuestionSettings, { params: { groupId }, body: { askAgain: null } }),
      answers: members,
      messages: { member: { member: ['ringing.changed'] }, creator: { creator: ['ringing.changed'] } },
    },
  ],
  updateGroup: [
    {
      what: 'changing the group’s name and description',
      ask: (who, { groupId }) =>
        who.call(api.updateGroup, { params: { groupId }, body: { name: 'Mine now', description: '' } }),
      answers: creator,
      deputy: {
        answer: '200',
        sends: {
          deputy: ['group.changed'],
          creator: ['group.changed', 'invitations.changed'],
          member: ['group.changed'],
          invitee: ['invitations.changed'],
        },
      },
      messages: {
        creator: {
          creator: ['group.changed', 'invitations.changed'],
          member: ['group.changed'],
          invitee: ['invitations.changed'],
        },
      },
    },
  ],
  deleteGroup: [
    ofGroup('deleting the group', api.deleteGroup, creatorWithoutAnswer, {
      creator: {
        creator: ['group.left', 'invitations.changed', 'notifications.changed'],
        member: ['group.left', 'notifications.changed'],
        invitee: ['invitations.changed'],
      },
    }),
  ],
  leaveGroup: [
    {
      what: 'leaving the group',
      ask: (who, { groupId }) => who.call(api.leaveGroup, { params: { groupId } }),
      answers: [signIn, verify, noGroup, noGroup, noGroup, '204', '409 creator-cannot-leave'],
      deputy: {
        sends: { deputy: ['group.left', 'notifications.changed'], member: ['group.changed'], creator: news },
      },
      // The question that the member has asked ends.
      messages: { member: { member: ['group.left', 'notifications.changed'], creator: ['c', ...news] } },
    },
  ],
  removeMember: [
    {
      what: 'removing a member from the group',
      ask: (who, { groupId, memberId: userId }) =>
        who.call(api.removeMember, { params: { groupId, userId } }),
      answers: creatorWithoutAnswer,
      deputy: {
        answer: '204',
        receives: { creator: ['c', 'group.changed'] },
        sends: {
          deputy: ['c', 'group.changed'],
          creator: ['c', 'group.changed'],
          member: ['group.left', 'notifications.changed'],
        },
      },
      messages: {
        creator: { creator: ['c', 'group.changed'], member: ['group.left', 'notifications.changed'] },
      },
    },
    {
      what: 'removing oneself from the group',
      ask: (who, { groupId }) =>
        who.call(api.removeMember, { params: { groupId, userId: who.userId || newId() } }),
      answers: [signIn, verify, noGroup, noGroup, noGroup, notCreator, '409 creator-cannot-leave'],
    },
    {
      what: 'removing somebody who is not a member',
      ask: (who, { groupId }) => who.call(api.removeMember, { params: { groupId, userId: newId() } }),
      answers: [signIn, verify, noGroup, noGroup, noGroup, notCreator, noMember],
      deputy: { answer: noMember },
    },
  ],
  listRinging: [own('listing one’s ringing rules', api.listRinging)],
  readRingingSettings: [own('reading the ringing settings of all of one’s devices', api.readRingingSettings)],
  updateRingingSettings: [
    {
      what: 'muting one’s own devices',
      ask: who => who.call(api.updateRingingSettings, { body: { muteForMinutes: 60 } }),
      answers: verified,
      messages: toOneself(actors.slice(2), 'ringing.changed'),
    },
  ],
  setCoverageAlerts: [
    {
      what: 'choosing one’s coverage alerts of the group',
      ask: (who, { groupId }) =>
        who.call(api.setCoverageAlerts, { params: { groupId }, body: { coverage: 'both' } }),
      answers: members,
      messages: toOneself(['member', 'creator'], 'notifications.changed', 'ringing.changed'),
    },
  ],
  setRingingRule: [
    {
      what: 'setting one’s own ringing rule of the group',
      ask: (who, { groupId }) =>
        who.call(api.setRingingRule, { params: { groupId }, body: { rule: 'followed' } }),
      answers: members,
      messages: toOneself(['member', 'creator'], 'notifications.changed', 'ringing.changed'),
    },
  ],
  followMember: [
    {
      what: 'following another member of the group',
      ask: (who, { groupId, unverifiedDevice: { userId: memberId } }) =>
        who.call(api.followMember, { params: { groupId, memberId } }),
      answers: members,
      messages: toOneself(['member', 'creator'], 'notifications.changed', 'ringing.changed'),
    },
    {
      what: 'following oneself',
      ask: (who, { groupId }) =>
        who.call(api.followMember, { params: { groupId, memberId: who.userId || newId() } }),
      answers: [signIn, verify, noGroup, noGroup, noGroup, noMember, noMember],
    },
  ],
  unfollowMember: [
    {
      what: 'unfollowing somebody whom one does not follow',
      ask: (who, { groupId, memberId }) => who.call(api.unfollowMember, { params: { groupId, memberId } }),
      answers: members,
    },
  ],
  listWatches: [ofGroup('listing one’s own watches of the group', api.listWatches, members)],
  addWatch: [
    {
      what: 'adding a watch that waits for four other members to be Available',
      ask: (who, { groupId }) =>
        who.call(api.addWatch, { params: { groupId }, body: { needed: 4, forMinutes: 60 } }),
      answers: members,
      messages: toOneself(['member', 'creator'], 'ringing.changed'),
    },
    {
      what: 'adding a watch for somebody who is not a member',
      ask: (who, { groupId }) =>
        who.call(api.addWatch, { params: { groupId }, body: { memberId: newId(), forMinutes: 60 } }),
      answers: [signIn, verify, noGroup, noGroup, noGroup, noMember, noMember],
    },
    {
      what: 'adding a watch for a member who is already available',
      ask: (who, { groupId, unverifiedDevice: { userId: memberId } }) =>
        who.call(api.addWatch, { params: { groupId }, body: { memberId, forMinutes: 60 } }),
      answers: [signIn, verify, noGroup, noGroup, noGroup, '409 watch-fulfilled', '409 watch-fulfilled'],
    },
  ],
  removeWatch: [
    {
      what: 'removing the creator’s watch',
      ask: (who, { watchId }) => who.call(api.removeWatch, { params: { watchId } }),
      answers: [signIn, verify, noWatch, noWatch, noWatch, noWatch, '204'],
      messages: toOneself(['creator'], 'ringing.changed'),
    },
  ],
  setAskers: [
    {
      what: 'choosing who may ask around',
      ask: (who, { groupId }) => who.call(api.setAskers, { params: { groupId }, body: { askers: 'admins' } }),
      answers: creator,
      messages: { creator: { creator: ['group.changed'], member: ['group.changed'] } },
    },
  ],
  setCallAlerts: [
    {
      what: 'no longer hearing of it when somebody asks around',
      ask: (who, { groupId }) => who.call(api.setCallAlerts, { params: { groupId }, body: { on: false } }),
      answers: members,
      messages: toOneself(['member', 'creator'], 'notifications.changed', 'ringing.changed'),
    },
  ],
  setMemberAlerts: [
    {
      what: 'no longer hearing of it, as a deputy, when members ask to come, or go',
      ask: (who, { groupId }) => who.call(api.setMemberAlerts, { params: { groupId }, body: { on: false } }),
      answers: members,
      messages: toOneself(['member', 'creator'], 'notifications.changed', 'ringing.changed'),
    },
  ],
  openCall: [
    {
      what: 'asking around, which the member has already done',
      ask: (who, { groupId }) => {
        const body = { text: 'Coffee?', needed: 1, forMinutes: 60 }
        return who.call(api.openCall, { params: { groupId }, body })
      },
      answers: [signIn, verify, noGroup, noGroup, noGroup, '409 too-many-calls', '200'],
      deputy: deputyToo,
      messages: { creator: { creator: ['c'], member: ['c', 'notifications.changed'] } },
    },
  ],
  answerCall: [
    {
      what: 'answering the call of the member',
      ask: (who, { callId }) => who.call(api.answerCall, { params: { callId }, body: { can: true } }),
      answers: [signIn, verify, noCall, noCall, noCall, '409 not-your-call', '200'],
      deputy: {
        answer: '200',
        receives: { creator: ['c'] },
        sends: { deputy: ['c', 'group.joined'], creator: ['c'], member: ['c', 'notifications.changed'] },
      },
      messages: { creator: { creator: ['c', 'group.joined'], member: ['c', 'notifications.changed'] } },
    },
  ],
  ringCall: [
    {
      what: 'ringing again for the call of the member',
      ask: (who, { callId }) => who.call(api.ringCall, { params: { callId } }),
      answers: [signIn, verify, noCall, noCall, noCall, '200', noCall],
      deputy: { answer: noCall },
      messages: { member: { creator: ['c'], member: ['c'] } },
    },
  ],
  askEverybody: [
    {
      what: 'asking everybody with the call of the member',
      ask: (who, { callId }) => who.call(api.askEverybody, { params: { callId } }),
      answers: [signIn, verify, noCall, noCall, noCall, '200', noCall],
      deputy: { answer: noCall },
      messages: { member: { creator: ['c', 'notifications.changed'], member: ['c'] } },
    },
  ],
  stopCallEmails: [
    {
      what: 'ending emails about calls with a token that is not valid',
      ask: who => who.call(api.stopCallEmails, { body: { token: newId() } }),
      answers: sevenTimes('400 invalid-action-code'),
    },
  ],
  withdrawCall: [
    {
      what: 'withdrawing the call of the member',
      ask: (who, { callId }) => who.call(api.withdrawCall, { params: { callId } }),
      answers: [signIn, verify, noCall, noCall, noCall, '204', '204'],
      deputy: {
        receives: { creator: ['c'] },
        sends: { deputy: ['c'], creator: ['c'], member: ['c', 'notifications.changed'] },
      },
      messages: {
        member: { creator: ['c'], member: ['c'] },
        creator: { creator: ['c'], member: ['c', 'notifications.changed'] },
      },
    },
  ],
  makeDeputy: [
    {
      what: 'making the member a deputy',
      ask: (who, { groupId, memberId: userId }) => who.call(api.makeDeputy, { params: { groupId, userId } }),
      answers: creator,
      messages: { creator: { creator: ['group.changed'], member: news } },
      deputy: { receives: { creator: ['group.changed'] } },
    },
  ],
  endDeputy: [
    {
      what: 'ending that the deputy is one',
      ask: (who, { groupId, deputyId: userId }) => who.call(api.endDeputy, { params: { groupId, userId } }),
      answers: creator,
      messages: {
        creator: { creator: ['group.changed', 'group.invitations.changed'], member: ['group.changed'] },
      },
      deputy: {
        answer: '200',
        receives: { creator: ['group.changed'] },
        sends: {
          creator: ['group.changed', 'group.invitations.changed'],
          member: ['group.changed'],
          deputy: ['group.changed'],
        },
      },
    },
  ],
  takeOverGroup: [
    {
      what: 'taking over a group that has its admin',
      ask: (who, { groupId }) => who.call(api.takeOverGroup, { params: { groupId } }),
      answers: [signIn, verify, noGroup, noGroup, noGroup, '409 group-has-admin', '409 group-has-admin'],
    },
  ],
  readTakeOver: [
    {
      what: 'reading who has asked to take over the group',
      ask: (who, { groupId }) => who.call(api.readTakeOver, { params: { groupId } }),
      answers: creator,
      deputy: deputyToo,
    },
  ],
  askToTakeOver: [
    {
      what: 'asking to take over the group while the creator is here',
      ask: (who, { groupId }) => who.call(api.askToTakeOver, { params: { groupId } }),
      answers: [signIn, verify, noGroup, noGroup, noGroup, notCreator, '409 group-has-admin'],
      deputy: { answer: '409 group-has-admin' },
    },
  ],
  offerGroup: [
    {
      what: 'offering the group to a member',
      ask: (who, { groupId, unverifiedDevice: { userId: memberId } }) =>
        who.call(api.offerGroup, { params: { groupId }, body: { memberId } }),
      answers: creator,
      messages: { creator: { creator: ['group.changed'], member: ['group.changed'] } },
    },
  ],
  withdrawOffer: [
    ofGroup('withdrawing an offer', api.withdrawOffer, creator, {
      creator: { creator: ['group.changed'], member: ['group.changed'] },
    }),
  ],
  acceptOffer: [
    {
      ...ofGroup('accepting an offer that was made to the member', api.acceptOffer, offered, {
        member: {
          member: ['group.changed', 'group.invitations.changed', 'notifications.changed'],
          creator: [
            'group.changed',
            'group.invitations.changed',
            'invitations.changed',
            'notifications.changed',
          ],
          invitee: ['invitations.changed'],
        },
      }),
      deputy: { answer: '404 offer-not-found', receives: { member: news } },
    },
  ],
  declineOffer: [
    {
      ...ofGroup('declining an offer that was made to the member', api.declineOffer, offered, {
        member: { member: ['group.changed'], creator: news },
      }),
      deputy: { answer: '404 offer-not-found', receives: { member: ['group.changed'] } },
    },
  ],
  blockEmail: [
    {
      what: 'blocking invitation emails with an invalid token',
      ask: who => who.call(api.blockEmail, { body: { token: newId() } }),
      answers: sevenTimes('400 invalid-action-code'),
    },
  ],
  readEmailBlock: [own('reading whether invitation emails to oneself are blocked', api.readEmailBlock)],
  setEmailBlock: [
    {
      what: 'allowing invitation emails to oneself',
      ask: who => who.call(api.setEmailBlock, { body: { blocked: false } }),
      answers: verified,
    },
  ],
  readInvitationBlocks: [own('reading whose invitations one has blocked', api.readInvitationBlocks)],
  blockAllInvitations: [
    {
      what: 'allowing all invitations to oneself',
      ask: who => who.call(api.blockAllInvitations, { body: { all: false } }),
      answers: verified,
      messages: toOneself(actors.slice(2), 'invitations.changed'),
    },
  ],
  blockInviter: [
    {
      what: 'blocking the inviter of an invitation to oneself (or to the invitee, if there is none to oneself)',
      ask: (who, data, actor) => who.call(api.blockInviter, ownInvitation(data, actor)),
      answers: [signIn, verify, noInvitation, noInvitation, '200', noInvitation, noInvitation],
      messages: toOneself(['invitee'], 'invitations.changed'),
    },
  ],
  unblockInviter: [
    {
      what: 'allowing the invitations of the creator, who is not blocked',
      ask: (who, { creatorId: userId }) => who.call(api.unblockInviter, { params: { userId } }),
      answers: verified,
      messages: toOneself(actors.slice(2), 'invitations.changed'),
    },
  ],
  listReceivedInvitations: [own('listing the invitations to oneself', api.listReceivedInvitations)],
  acceptInvitation: [
    {
      what: 'accepting an invitation to oneself (or to the invitee, if there is none to oneself)',
      ask: (who, data, actor) => who.call(api.acceptInvitation, ownInvitation(data, actor)),
      // A member can accept an invitation, too. This adds no second membership.
      answers: [signIn, verify, noInvitation, noInvitation, '200', '200', '200'],
      deputy: { answer: noInvitation },
      messages: {
        invitee: {
          // Whoever joins is Available, and is asked what the member asks.
          invitee: ['group.joined', 'invitations.changed', 'notifications.changed'],
          member: ['c', ...news],
          creator: ['c', 'group.changed', 'group.invitations.changed', 'notifications.changed'],
        },
        member: { member: ['invitations.changed'], creator: ['group.invitations.changed'] },
        creator: { creator: ['group.invitations.changed', 'invitations.changed'] },
      },
    },
  ],
  declineInvitation: [
    {
      what: 'declining an invitation to oneself (or to the invitee, if there is none to oneself)',
      ask: (who, data, actor) => who.call(api.declineInvitation, ownInvitation(data, actor)),
      answers: [signIn, verify, noInvitation, noInvitation, '204', alreadyMember, alreadyMember],
      deputy: { answer: noInvitation },
      messages: {
        invitee: {
          invitee: ['invitations.changed'],
          creator: ['group.invitations.changed', 'notifications.changed'],
        },
      },
    },
  ],
  listSentInvitations: [
    {
      ...ofGroup('listing the pending invitations to the group', api.listSentInvitations, creator),
      deputy: deputyToo,
    },
  ],
  inviteMembers: [
    {
      what: 'inviting an address',
      ask: (who, { groupId }) =>
        who.call(api.inviteMembers, { params: { groupId }, body: { emails: ['new@example.org'] } }),
      answers: creator,
      deputy: deputyToo,
      messages: { creator: { creator: ['group.invitations.changed', 'notifications.changed'] } },
    },
  ],
  resendInvitation: [
    {
      what: 'sending an invitation again',
      ask: (who, { groupId, invitation: { id: invitationId } }) =>
        who.call(api.resendInvitation, { params: { groupId, invitationId } }),
      answers: creator,
      deputy: deputyToo,
      messages: { creator: { creator: ['group.invitations.changed'] } },
    },
  ],
  cancelInvitation: [
    {
      what: 'cancelling an invitation',
      ask: (who, { groupId, invitation: { id: invitationId } }) =>
        who.call(api.cancelInvitation, { params: { groupId, invitationId } }),
      answers: creatorWithoutAnswer,
      deputy: deputyTooWithoutAnswer,
      messages: {
        creator: { creator: ['group.invitations.changed'], invitee: ['invitations.changed'] },
      },
    },
  ],
  createInviteLink: [
    {
      what: 'making an invite link',
      ask: (who, { groupId }) => who.call(api.createInviteLink, { params: { groupId }, body: {} }),
      answers: creator,
      deputy: deputyToo,
      messages: { creator: { creator: ['group.invitations.changed'] } },
    },
  ],
  listInviteLinks: [
    { ...ofGroup('listing the invite links of the group', api.listInviteLinks, creator), deputy: deputyToo },
  ],
  revokeInviteLink: [
    {
      what: 'revoking an invite link',
      ask: (who, { groupId, linkId }) => who.call(api.revokeInviteLink, { params: { groupId, linkId } }),
      answers: creatorWithoutAnswer,
      deputy: deputyTooWithoutAnswer,
      messages: { creator: { creator: ['group.invitations.changed'] } },
    },
  ],
  readInviteLink: [
    {
      what: 'opening an invite link',
      ask: (who, { code }) => who.call(api.readInviteLink, { body: { code } }),
      answers: anybody,
    },
    {
      what: 'opening an invite link with a wrong secret',
      ask: (who, { linkId }) =>
        who.call(api.readInviteLink, { body: { code: `${linkId}.${'x'.repeat(22)}` } }),
      answers: sevenTimes(noLink),
    },
  ],
  joinByLink: [
    {
      what: 'joining by an invite link',
      ask: (who, { code }) => who.call(api.joinByLink, { body: { code } }),
      answers: verified,
      messages: {
        stranger: {
          stranger: ['group.joined', 'notifications.changed'],
          member: ['c', ...news],
          creator: ['c', 'group.changed', 'group.invitations.changed', 'notifications.changed'],
        },
        former: {
          former: ['group.joined', 'notifications.changed'],
          member: ['c', ...news],
          creator: ['c', 'group.changed', 'group.invitations.changed', 'notifications.changed'],
        },
        invitee: {
          invitee: ['group.joined', 'invitations.changed', 'notifications.changed'],
          member: ['c', ...news],
          creator: ['c', 'group.changed', 'group.invitations.changed', 'notifications.changed'],
        },
      },
    },
    {
      what: 'joining by an invite link with a wrong secret',
      ask: (who, { linkId }) => who.call(api.joinByLink, { body: { code: `${linkId}.${'x'.repeat(22)}` } }),
      answers: [signIn, verify, ...fiveTimes(noLink)],
    },
  ],
  listJoinRequests: [
    { ...ofGroup('listing who asks to join the group', api.listJoinRequests, creator), deputy: deputyToo },
  ],
  admitToGroup: [
    {
      what: 'admitting the former member, who has asked to join',
      ask: (who, { groupId, askedId: userId }) => who.call(api.admitToGroup, { params: { groupId, userId } }),
      answers: creatorWithoutAnswer,
      deputy: deputyTooWithoutAnswer,
      messages: {
        creator: {
          former: ['group.joined', 'notifications.changed'],
          member: ['c', ...news],
          creator: ['c', 'group.changed', 'group.invitations.changed', 'notifications.changed'],
        },
      },
    },
    {
      what: 'admitting somebody who has not asked to join',
      ask: (who, { groupId }) => who.call(api.admitToGroup, { params: { groupId, userId: newId() } }),
      answers: [signIn, verify, noGroup, noGroup, noGroup, notCreator, noRequest],
      deputy: { answer: noRequest },
    },
  ],
  declineJoinRequest: [
    {
      what: 'declining the request of the former member',
      ask: (who, { groupId, askedId: userId }) =>
        who.call(api.declineJoinRequest, { params: { groupId, userId } }),
      answers: creatorWithoutAnswer,
      deputy: deputyTooWithoutAnswer,
      messages: {
        creator: { former: ['notifications.changed'], creator: ['group.invitations.changed'] },
      },
    },
  ],
  listBoards: [ofGroup('listing the boards of the group', api.listBoards, members)],
  createBoard: [
    {
      what: 'making a board',
      ask: (who, { groupId }) => who.call(api.createBoard, { params: { groupId }, body: {} }),
      answers: creator,
      deputy: deputyToo,
      messages: { creator: { member: ['group.changed'], creator: ['group.changed'] } },
    },
  ],
  createBoardCode: [own('asking for the code of a screen', api.createBoardCode, anybody)],
  createBoardByCode: [
    {
      what: 'making a board of the group by the code of a screen',
      ask: (who, { groupId, screenCode: code }) =>
        who.call(api.createBoardByCode, { params: { groupId }, body: { code } }),
      answers: creator,
      deputy: deputyToo,
      messages: { creator: { creator: ['group.changed'], member: ['group.changed'] } },
    },
    {
      what: 'making a board of the group by a wrong code',
      ask: (who, { groupId }) =>
        who.call(api.createBoardByCode, { params: { groupId }, body: { code: '222222' } }),
      answers: [signIn, verify, noGroup, noGroup, noGroup, notCreator, '404 board-code-not-found'],
      deputy: { answer: '404 board-code-not-found' },
    },
  ],
  revokeBoard: [
    {
      what: 'revoking a board',
      ask: (who, { groupId, boardId }) => who.call(api.revokeBoard, { params: { groupId, boardId } }),
      answers: creatorWithoutAnswer,
      deputy: deputyTooWithoutAnswer,
      messages: { creator: { member: ['group.changed'], creator: ['group.changed'] } },
    },
    {
      what: 'revoking a board that does not exist',
      ask: (who, { groupId }) => who.call(api.revokeBoard, { params: { groupId, boardId: newId() } }),
      answers: [signIn, verify, noGroup, noGroup, noGroup, notCreator, noBoard],
      deputy: { answer: noBoard },
    },
  ],
  setShownOutside: [
    {
      what: 'letting boards and hooks of the group show one’s own name',
      ask: (who, { groupId }) =>
        who.call(api.setShownOutside, { params: { groupId }, body: { shown: true } }),
      answers: [signIn, verify, noGroup, noGroup, noGroup, '204', '204'],
    },
  ],
  readBoard: [
    {
      what: 'reading a board with its secret',
      ask: (who, { boardCode }) => withBoard(who, api.readBoard, boardCode),
      answers: anybody,
    },
    {
      what: 'reading a board with a wrong secret',
      ask: (who, { boardId }) => withBoard(who, api.readBoard, `${boardId}.${'x'.repeat(22)}`),
      answers: sevenTimes(noBoard),
    },
  ],
  readBoardBadge: [
    {
      what: 'reading the badge of a board',
      ask: (who, { boardCode }) => withBoard(who, api.readBoardBadge, boardCode),
      answers: anybody,
    },
  ],
  readBoardSpace: [
    {
      what: 'reading the SpaceAPI fields of a board',
      ask: (who, { boardCode }) => withBoard(who, api.readBoardSpace, boardCode),
      answers: anybody,
    },
  ],
  listDevices: [own('listing one’s devices', api.listDevices)],
  addDevice: [
    {
      what: 'adding a device of a push service that is not allowed',
      ask: who => who.call(api.addDevice, { body: newSubscription('https://push.example.org/1') }),
      answers: [signIn, verify, ...fiveTimes('403 push-service-not-allowed')],
    },
  ],
  confirmDevice: [
    {
      what: 'confirming a device with an invalid token',
      ask: who => who.call(api.confirmDevice, { body: { token: newId() } }),
      answers: [signIn, verify, ...fiveTimes('404 device-not-found')],
    },
  ],
  testDevice: [
    {
      what: 'testing the creator’s device',
      ask: (who, { deviceId }) => who.call(api.testDevice, { params: { deviceId } }),
      answers: ofDevice,
    },
  ],
  removeDevice: [
    {
      what: 'removing the creator’s device',
      ask: (who, { deviceId }) => who.call(api.removeDevice, { params: { deviceId } }),
      answers: ofDevice,
    },
  ],
  listPersonalHooks: [own('listing one’s hooks', api.listPersonalHooks)],
  createPersonalHook: [
    {
      what: 'adding a hook with an address that is not allowed',
      ask: who => who.call(api.createPersonalHook, { body: { ...personalHook, url: 'https://10.0.0.1/' } }),
      answers: [signIn, verify, ...fiveTimes('403 hook-address-not-allowed')],
    },
  ],
  testPersonalHook: [
    {
      what: 'testing the creator’s hook',
      ask: (who, { hookId }) => who.call(api.testPersonalHook, { params: { hookId } }),
      answers: [signIn, verify, noHook, noHook, noHook, noHook, '200'],
    },
  ],
  removePersonalHook: [
    {
      what: 'removing the creator’s hook',
      ask: (who, { hookId }) => who.call(api.removePersonalHook, { params: { hookId } }),
      answers: [signIn, verify, noHook, noHook, noHook, noHook, '204'],
    },
  ],
  listGroupHooks: [ofGroup('listing the hooks of the group', api.listGroupHooks, creator)],
  createGroupHook: [
    {
      what: 'adding a hook of the group',
      ask: (who, { groupId }) =>
        who.call(api.createGroupHook, {
          params: { groupId },
          body: { name: 'Lamp', kind: 'chat', url: 'http://127.0.0.1:9/2' },
        }),
      answers: creator,
    },
  ],
  testGroupHook: [
    {
      what: 'testing the hook of the group',
      ask: (who, { groupId, groupHookId: hookId }) =>
        who.call(api.testGroupHook, { params: { groupId, hookId } }),
      answers: creator,
    },
    {
      what: 'testing the creator’s personal hook as a hook of the group',
      ask: (who, { groupId, hookId }) => who.call(api.testGroupHook, { params: { groupId, hookId } }),
      answers: [signIn, verify, noGroup, noGroup, noGroup, notCreator, noHook],
    },
  ],
  removeGroupHook: [
    {
      what: 'removing the hook of the group',
      ask: (who, { groupId, groupHookId: hookId }) =>
        who.call(api.removeGroupHook, { params: { groupId, hookId } }),
      answers: creatorWithoutAnswer,
    },
  ],
  readSiteState: [{ ...own('reading the state of the site', api.readSiteState, nowhere), operator: '200' }],
  claimSite: [
    {
      what: 'becoming the first operator with a wrong token',
      ask: who => who.call(api.claimSite, { body: { token: newId() } }),
      answers: [signIn, verify, ...fiveTimes('404 link-not-usable')],
    },
  ],
  listUsers: [{ ...own('listing the users of the site', api.listUsers, nowhere), operator: '200' }],
  addUserByOperator: [
    {
      what: 'adding a user',
      ask: who => who.call(api.addUserByOperator, { body: { email: newAddress() } }),
      answers: nowhere,
      operator: '200',
    },
  ],
  changeUserByOperator: [
    {
      what: 'disabling a user who does not exist',
      ask: who =>
        who.call(api.changeUserByOperator, { params: { userId: newId() }, body: { isDisabled: true } }),
      answers: nowhere,
      operator: noUser,
    },
    {
      what: 'verifying a member who is verified',
      ask: (who, { memberId: userId }) =>
        who.call(api.changeUserByOperator, { params: { userId }, body: { isVerified: true } }),
      answers: nowhere,
      operator: '204',
    },
  ],
  signOutUserByOperator: [
    {
      what: 'signing out a user who does not exist',
      ask: who => who.call(api.signOutUserByOperator, { params: { userId: newId() } }),
      answers: nowhere,
      operator: noUser,
    },
  ],
  createUserLink: [
    {
      what: 'making a link that sets a new password for a member',
      ask: (who, { memberId: userId }) => who.call(api.createUserLink, { params: { userId } }),
      answers: nowhere,
      operator: '200',
    },
  ],
  deleteUserByOperator: [
    {
      what: 'deleting a user who does not exist',
      ask: who =>
        who.call(api.deleteUserByOperator, { params: { userId: newId() }, query: { groups: 'offer' } }),
      answers: nowhere,
      operator: noUser,
    },
  ],
  listGroupsWithoutAdmin: [
    { ...own('listing the groups without an admin', api.listGroupsWithoutAdmin, nowhere), operator: '200' },
  ],
  offerGroupByOperator: [
    {
      what: 'offering the group, which has an admin, to an address without an account',
      ask: (who, { groupId }) =>
        who.call(api.offerGroupByOperator, { params: { groupId }, body: { email: newAddress() } }),
      answers: nowhere,
      operator: noUser,
    },
  ],
  downloadBackup: [{ ...own('downloading a backup', api.downloadBackup, nowhere), operator: '200' }],
  announceToAll: [
    {
      what: 'announcing something to everybody',
      ask: who => who.call(api.announceToAll, { body: { message: 'Back at noon.' } }),
      answers: nowhere,
      operator: '200',
      messages: {
        operator: Object.fromEntries(
          actors
            .filter(actor => !['guest', 'unverified'].includes(actor))
            .map(actor => [actor, ['notifications.changed']]),
        ),
      },
    },
  ],
  readSiteSettings: [
    { ...own('reading the settings of the site', api.readSiteSettings, nowhere), operator: '200' },
  ],
  changeSiteSettings: [
    {
      what: 'setting who may sign up',
      ask: who => who.call(api.changeSiteSettings, { body: { registration: 'open' } }),
      answers: nowhere,
      operator: '200',
    },
  ],
  readLegalTemplates: [
    { ...own('reading the templates of the legal texts', api.readLegalTemplates, nowhere), operator: '200' },
  ],
  sendTestEmail: [
    {
      ...own('sending a test email without a mail server', api.sendTestEmail, nowhere),
      operator: '409 no-mail-server',
    },
  ],
  listEmailFailures: [
    { ...own('listing the emails that were not sent', api.listEmailFailures, nowhere), operator: '200' },
  ],
  readUpdates: [{ ...own('reading the newest version', api.readUpdates, nowhere), operator: '200' }],
  sendCustomPasswordReset: [
    {
      what: 'asking for a password reset link for an address without an account',
      ask: who => callFunction(who, 'sendCustomPasswordReset', { data: { email: `${newId()}@example.org` } }),
      answers: anybody,
    },
  ],
  resetPasswordWithToken: [
    {
      what: 'resetting a password with an invalid token',
      ask: who =>
        callFunction(who, 'resetPasswordWithToken', {
          data: { token: newId(), newPassword: 'correct horse' },
        }),
      answers: sevenTimes('404 NOT_FOUND'),
    },
  ],
  sendVerificationEmail: [
    {
      what: 'asking for a verification link for an address that has not signed up',
      ask: who => callFunction(who, 'sendVerificationEmail', { email: `${newId()}@example.org` }),
      answers: anybody,
    },
  ],
  sendEmailHttp: [
    {
      what: 'sending an invitee the invitation email again',
      ask: (who, { invitation: { email } }) => callFunction(who, 'sendEmailHttp', { to: email }),
      answers: [signIn, verify, notCreator, notCreator, notCreator, notCreator, '200'],
      messages: { creator: { creator: ['group.invitations.changed'] } },
    },
  ],
} as const satisfies Record<EndpointName | FunctionName, readonly Row[]>

type EndpointName = {
  [Name in keyof typeof api]: (typeof api)[Name] extends Pick<Endpoint, 'access' | 'refusals'> ? Name : never
}[keyof typeof api]
type FunctionName =
  | 'sendCustomPasswordReset'
  | 'resetPasswordWithToken'
  | 'sendVerificationEmail'
  | 'sendEmailHttp'

/** Asks for something that only concerns the actor. */
function own(what: string, endpoint: Endpoint, answers: Row['answers'] = verified): Row {
  return { what, ask: who => who.call(endpoint), answers }
}

function ofGroup(
  what: string,
  endpoint: Endpoint,
  answers: Row['answers'],
  messages: Row['messages'] = {},
): Row {
  return { what, ask: (who, { groupId }) => who.call(endpoint, { params: { groupId } }), answers, messages }
}

function callFunction(who: TestUser, name: FunctionName, body: object): Promise<Reply> {
  return who.request('POST', `${functionsPath}/${name}`, body)
}

function withBoard(who: TestUser, { path }: Pick<Endpoint, 'path'>, code: string): Promise<Reply> {
  return who.request('GET', path, undefined, { authorization: `Bearer ${code}` })
}

function setUnavailable(who: TestUser, groupId: string, userId: string): Promise<Reply> {
  return who.call(api.setAvailability, { params: { groupId, userId }, body: { status: false } })
}

function undoIn(groupId: string) {
  return {
    groupId,
    changed: { status: true, lastUpdated: '2000-01-01T00:00:00Z' },
    before: { status: false },
  }
}

function ownInvitation({ own, invitation }: TestData, actor: Actor) {
  return { params: { invitationId: own[actor] ?? invitation.id } }
}

function toOneself(
  who: readonly Actor[],
  ...messages: LiveMessage[0][]
): Partial<Record<Actor, LiveMessages>> {
  return Object.fromEntries(who.map(actor => [actor, { [actor]: messages }]))
}

function sevenTimes(cell: Cell): Row['answers'] {
  return [cell, cell, ...fiveTimes(cell)]
}

function fiveTimes(cell: Cell): [Cell, Cell, Cell, Cell, Cell] {
  return [cell, cell, cell, cell, cell]
}
