import { mostUnread, notificationPageSize } from '@grouplight/contract/notification.ts'
import { userPageSize } from '@grouplight/contract/operator.ts'
import { confirmationLifeMinutes } from '@grouplight/contract/session.ts'

/** What the API document says of each operation, by its name. */
export const operationSummaries: Record<string, string> = {
  exportAccount: 'Returns the data about the user, without secrets, as a file. At most 10 times an hour.',
  readSession: 'Returns the account of the signed-in user, or null for a guest.',
  signIn:
    'Signs in and sets the session cookie. API clients may send the value of the cookie as a bearer token.',
  signOut: 'Makes the user Unavailable in every group and ends this session.',
  signUp:
    'Sends a verification link by email. The response is the same whether or not the address has an account.',
  verifyEmail:
    'Creates the account of a sign-up by the code of its link. If the address has several sign-ups, a password or the sign-up cookie is required.',
  setLanguage:
    'Chooses the language of the user, for the pages in this browser, and for emails, pushes and hooks.',
  updateAccount: "Changes the user's display name in all their groups.",
  deleteAccount:
    'Deletes the account after checking the password. An account without a password needs a confirmation instead. `groups` says what becomes of the groups that the user created: a deputy takes one over, its members decide, or it is deleted.',
  setAvailability:
    "Sets the user's own availability in a group, with its end and its note. A note that is left out is removed. An end that is left out is removed, unless the user has a usual end in the group. Setting the current values again changes nothing.",
  setAvailabilityInGroups:
    "Sets the user's own availability in the given groups. Without groupIds, sets it in all groups of the user. If one part fails, nothing is changed.",
  undoAvailability:
    "Restores the user's own availability as it was before a change in several groups. Leaves a group alone if the availability there is no longer the one that the change has set, or if the user is no longer a member. If one part fails, nothing is changed.",
  setUsualEnd:
    'Sets the usual end of the user in a group, in minutes after becoming Available. Null removes the usual end.',
  listBoards: 'Returns the boards of a group, oldest first, and whether the user is shown outside.',
  createBoard:
    'Creates a board. Only this response contains its address, because the server stores a hash of its secret. Only for the creator and deputies.',
  revokeBoard:
    'Revokes a board. Pages that show the board stop at their next request, usually within five seconds. Only for the creator and deputies.',
  createBoardCode:
    'Creates a code for a screen. When the creator of a group uses the code, the returned id and token open a board of this group.',
  createBoardByCode: 'Creates a board for the screen that shows the code. Only for the creator and deputies.',
  setShownOutside: 'Sets whether boards and hooks of the group may show the name of the user.',
  readBoard:
    'Returns what a board shows. A wrong secret and a board that does not exist have the same response.',
  readBoardBadge:
    'Returns the number of Available members in the format of the endpoint badge of shields.io.',
  readBoardSpace:
    'Returns the fields `state` and `sensors` of SpaceAPI. The space is open while enough members are Available. If the group has no needed number, one is enough.',
  readDashboard:
    'Returns the account and the data of the dashboard: the groups, the number of unread notifications, the received invitations and what rings in the groups.',
  listDevices:
    'Returns the devices of the user and the key for subscribing to pushes. The key is null if the operator has switched pushes off.',
  addDevice:
    'Adds the browser of this session as a device and sends a push with a token to it. If the device is confirmed and its subscription is unchanged, only the name and the time zone are updated.',
  confirmDevice: 'Confirms the device of this session with the token of its first push.',
  testDevice: 'Sends a test push to a confirmed device of the user.',
  removeDevice: 'Removes a device of the user.',
  listGroups:
    'Returns the groups of the user, newest first, each with its first 12 members. If the availability of another member changed more than 25 hours ago, only the day of the change is returned, in UTC.',
  createGroup:
    'Creates a group and its first invitations. If one part fails, nothing is created. The creator is Available in the new group.',
  readGroup:
    'Returns a group with all its members. If the availability of another member changed more than 25 hours ago, only the day of the change is returned. The header time-zone names the time zone of this day. The default is UTC.',
  updateGroup: 'Changes the name and the description. Only for the creator and deputies.',
  setAskers: 'Chooses who may ask around in the group. Null: nobody. Only for the creator.',
  openCall:
    'Asks the Available members of a group a question, or everybody. Open until enough can, or until its end. A key needs the right to ask around.',
  answerCall:
    'Says whether the user can, or takes the answer back. The last answer that is needed closes the call. Repeating an answer changes nothing. Answering for another user is refused.',
  ringCall:
    'Rings again for those who are asked and have not answered: at the earliest 5 minutes after the last ring, and at most twice. Only for the asker.',
  askEverybody: 'Asks the members who were not asked yet, too. Only for the asker.',
  withdrawCall: 'Ends an open call. Only for the asker, the creator and deputies of the group.',
  stopCallEmails: 'Ends the emails about calls, by the code of a link in such an email.',
  setNeeded:
    'Sets how many Available members the group needs. Null removes the number. Only for the creator and deputies.',
  deleteGroup: 'Deletes the group with its memberships and pending invitations. Only for the creator.',
  leaveGroup: 'Leaves the group. The creator cannot leave.',
  removeMember:
    'Removes a member. The existing invite links no longer let this user in. Only for the creator, who cannot be removed, and for deputies, who remove neither the creator nor deputies.',
  offerGroup:
    'Offers the group to another member. A new offer replaces an earlier offer. Only for the creator.',
  withdrawOffer: 'Withdraws the offer. Without an offer, nothing changes. Only for the creator.',
  acceptOffer: 'Accepts the offer of a group. The user becomes its creator.',
  declineOffer: 'Declines the offer of a group.',
  makeDeputy:
    'Makes a member a deputy, at most five of a group. A repeated request succeeds. Only for the creator.',
  endDeputy: 'Ends that a member is a deputy. For the creator and the deputy. A repeated request succeeds.',
  takeOverGroup:
    'Makes the user the creator of a group that has no admin. For three days, only for the deputy of the longest standing, if there is one.',
  readTakeOver:
    'Returns whether the creator has not been here for 60 days, and which deputy has asked to take over the group. Only for the creator and deputies.',
  askToTakeOver:
    'Asks to take over the group from a creator who is away. The creator is told, and keeps the group by signing in within 14 days. Only for deputies.',
  setMemberAlerts: 'Sets whether the user, as a deputy, hears of it when members ask to come, or go.',
  listPersonalHooks: "Returns the user's hooks, oldest first.",
  createPersonalHook:
    'Creates a hook that tells the notifications of the user, or the changes of their availability, to ntfy, Gotify or a signed webhook. Needs a confirmation.',
  removePersonalHook: 'Removes a hook of the user.',
  testPersonalHook:
    'Sends a test to a hook of the user, and returns its outcome. Switches the hook on if it was off and the test succeeds.',
  listGroupHooks: 'Returns the hooks of a group, oldest first. Only for the creator.',
  createGroupHook: 'Creates a hook that tells how many members are available. Only for the creator.',
  removeGroupHook: 'Removes a hook of a group. Only for the creator.',
  testGroupHook:
    'Sends the present counts to a hook of a group, and returns the outcome. Switches the hook on if it was off and the test succeeds. Only for the creator.',
  readInvitationBlocks: 'Returns whose invitations the user does not want to see.',
  blockAllInvitations:
    'Blocks or allows all invitations. A blocked invitation is not shown and not mailed. The inviter does not notice it.',
  blockInviter:
    'Blocks all invitations of the user who sent this invitation. The inviter does not notice it.',
  unblockInviter: 'Allows the invitations of a blocked inviter again. A repeated request succeeds.',
  blockEmail: 'Blocks invitation emails to the address that received the link. A repeated request succeeds.',
  readEmailBlock: "Returns whether invitation emails to the user's own address are blocked.",
  setEmailBlock: "Blocks or allows invitation emails to the user's own address.",
  listReceivedInvitations: "Returns the pending invitations to the user's own address, newest first.",
  acceptInvitation:
    'Joins the group as Available. For a user who is already a member, the request succeeds and the membership does not change.',
  declineInvitation: 'Declines an invitation.',
  listSentInvitations:
    "Returns the group's pending invitations, newest first. Only for the creator and deputies.",
  inviteMembers:
    'Invites up to 20 addresses. If one address is invalid, nobody is invited. Only for the creator and deputies.',
  resendInvitation:
    'Sends the email of a pending invitation again, at most once an hour. The expiry time does not change. Only for the creator and deputies.',
  cancelInvitation: 'Cancels a pending invitation. Only for the creator and deputies.',
  createInviteLink:
    'Creates an invite link and returns its address. If a link with the same choices can still be used, returns that link again. Only for the creator and deputies.',
  listInviteLinks:
    'Returns the links of a group that can still be used, newest first. Only for the creator and deputies.',
  revokeInviteLink: 'Revokes an invite link. A repeated request succeeds. Only for the creator and deputies.',
  readInviteLink:
    'Returns who invites to which group. This does not count as a use of the link. All links that cannot be used get the same refusal.',
  joinByLink:
    'Joins the group as Available. If the link needs approval, asks the creator instead. For a member, the request succeeds and nothing changes.',
  listJoinRequests:
    'Returns who has asked to join the group by a link, oldest first. Only for the creator and deputies.',
  admitToGroup: 'Lets a user who has asked join the group. Only for the creator and deputies.',
  declineJoinRequest: 'Declines a request to join the group. Only for the creator and deputies.',
  listKeys: "Returns the user's keys that have not ended, newest first.",
  createKey:
    'Creates a key and sends an email. Only this response contains its token, because the server stores a hash of it. Needs a confirmation.',
  revokeKey: 'Revokes a key immediately.',
  countUnread: `Returns the number of unread notifications, which is exact below ${mostUnread}. ${mostUnread} stands for this number or more.`,
  listNotifications: `Returns the newest ${notificationPageSize} notifications, or the ${notificationPageSize} notifications before a given id.`,
  readNotification: 'Marks one notification of the user as read.',
  readNotifications: 'Marks all notifications of the user up to the given id as read.',
  listPasskeys: "Returns the user's passkeys, oldest first.",
  startAddingPasskey: 'Returns the options with which a browser creates a passkey. Needs a confirmation.',
  addPasskey: 'Adds the passkey that the browser has created, and sends an email. Needs a confirmation.',
  renamePasskey: 'Changes the name of a passkey.',
  removePasskey: 'Removes a passkey and sends an email. Needs a confirmation.',
  startPasskeySignIn:
    'Returns the options with which a browser offers the passkeys of this site, for signing in or for a confirmation.',
  signInByPasskey:
    'Signs in with a passkey and sets the session cookie. The refusal does not say why the passkey was not accepted.',
  confirmByPasskey:
    'Checks a passkey of the user. Afterwards, this session may change how the user signs in.',
  startProviderSignIn:
    'Starts a visit to the provider, and returns the address to which the page must go. A cookie identifies the visit for 10 minutes.',
  readSignInMethods:
    'Returns whether the user has a password, and since when the account is linked with the provider.',
  unlinkProvider: 'Unlinks the account from the provider. Needs a confirmation, and a password must exist.',
  confirmAvailability:
    'Confirms that the user is still Available in a group. Nobody is notified. If userId names another user, the request is refused.',
  setAskingInterval:
    'Sets after how many minutes Available members of the group are asked whether they are still available. Null switches the questions off. Only for the creator and deputies.',
  readQuestionSettings: "Returns the user's settings of questions and prompts in a group.",
  updateQuestionSettings:
    "Changes the user's settings of questions and prompts in a group. Values that are left out stay as they are.",
  readRingingSettings: 'Returns the ringing settings of the user.',
  updateRingingSettings:
    'Changes the ringing settings of the user. Values that are left out stay as they are.',
  listRinging:
    "Returns the ringing settings of the user's groups. Groups with the rule 'all' and without chosen coverage alerts are left out.",
  setRingingRule:
    "Sets the user's ringing rule of a group. If another rule than 'all' is replaced, the earlier status notices of the group count as read.",
  setCallAlerts: 'Sets whether the user hears of it when somebody asks around in a group.',
  setCoverageAlerts: 'Sets which coverage alerts the user gets in a group.',
  followMember: 'Follows another member of a group.',
  unfollowMember: 'Stops following a member of a group.',
  listSessions: 'Returns where the user is signed in, newest first.',
  endSession:
    'Ends a session of the user. If it is the last one, the user becomes Unavailable in every group.',
  endOtherSessions: 'Ends all sessions of the user except the session of this request.',
  readVersion: 'Returns the version of the server.',
  changePassword:
    'Changes the password after checking the old one, ends all other sessions and sends an email. An account without a password needs a confirmation instead.',
  confirmByPassword: `Checks the password. In the next ${confirmationLifeMinutes} minutes, this session may change how the user signs in.`,
  listWatches: "Returns the user's watches of a group, in the order in which they end.",
  addWatch:
    'Adds a watch: the user is notified once, when another member or a number of other members are Available. The notification does not depend on the ringing rule, and rings even if the user is quiet.',
  removeWatch: 'Removes a watch of the user.',
  readSiteState: 'Makes the checks of the command `doctor`, and returns numbers of the site.',
  claimSite: 'Makes the user an operator, by the token of the address that the first start of a site prints.',
  listUsers: `Returns ${userPageSize} accounts and waiting sign-ups, newest first.`,
  addUserByOperator: 'Creates a verified account, whatever the settings of sign-up are.',
  changeUserByOperator:
    'Disables or enables an account, verifies the address of a sign-up, or makes somebody an operator or no longer.',
  signOutUserByOperator: 'Ends all sessions of a user.',
  createUserLink: 'Returns a link that sets a password, or verifies the address of a sign-up.',
  deleteUserByOperator:
    'Deletes an account, or the sign-ups of an address. `groups` says what becomes of the groups that the user created: their members decide, or they are deleted.',
  listGroupsWithoutAdmin: 'Returns the number of groups, and those without an admin.',
  offerGroupByOperator: 'Offers a group without an admin to one of its members.',
  downloadBackup: 'Returns a backup, as the command `backup` writes it.',
  announceToAll: 'Sends a notification to every verified user.',
  readSiteSettings:
    'Returns the settings of the site that the operator can change, whether the environment sets them, and the limits.',
  changeSiteSettings:
    'Changes settings of the site, on all nodes within seconds. Values that are left out stay as they are.',
  readLegalTemplates:
    'Returns texts for a privacy policy and an accessibility statement to start from, in the language of the user.',
  sendTestEmail:
    "Sends a test email to the user's address at once, and returns what the mail server says, within 15 seconds.",
  listEmailFailures: 'Returns the ten newest emails that were given up or could not be sent yet, and why.',
  readUpdates: 'Returns the installed version, and the newest one if the site looks for updates.',
}
