import type { KeptName } from '@grouplight/contract/kept-data.ts'

/** The texts of one entry in the list of kept data. In `howLong`, `{days}` stands for the number of days in this entry. */
type KeptTexts = { title: string; what: string; seenBy: string; howLong: string }

export type PrivacyTexts = {
  title: string
  promise: (appName: string) => string
  absentTitle: string
  absent: string[]
  keptTitle: string
  seenBy: string
  howLong: string
  kept: Record<KeptName, KeptTexts>
  notAPagerTitle: string
  notAPager: (appName: string) => string
}

export const en: PrivacyTexts = {
  title: 'Privacy',
  promise: appName =>
    `${appName} knows what is true now, and forgets what was. This is the list of everything that it keeps.`,
  absentTitle: 'What there is not',
  absent: [
    'No history: nothing records when you stopped being available. Only the present value says since when it holds.',
    'No “last seen”, no online mark, no read receipts. No member sees whether or when you have opened the app.',
    'No location, and no guess whether you are at your device. Only you make yourself available.',
    'No statistics and no reports about people, not for the admin of a group either.',
    'No link between groups: no group learns in which other groups you are.',
  ],
  keptTitle: 'What is kept',
  seenBy: 'Who sees it',
  howLong: 'How long',
  kept: {
    availability: {
      title: 'Your availability',
      what: 'For each group: whether you are available, and since when.',
      seenBy: 'The members of that group. They see the time for about a day, and then only the day.',
      howLong: 'Until your next change replaces it, or until you leave the group.',
    },
    statusNotices: {
      title: 'That you became available',
      what: 'One line for each group and time, with your name. There is no such line for when you stopped.',
      seenBy: 'Who was a member at that time, and still is.',
      howLong: '{days} days, read or not. Within another hour it is deleted.',
    },
    endsAndNotes: {
      title: 'Until when, and what for',
      what: 'Until when you are available and what for, if you say it, your usual end in a group, and which notification asks whether you are still available or tells you that your time is over.',
      seenBy: 'The members of this group, while you are available. Your usual end: only you.',
      howLong: 'Until you are no longer available. Your usual end: until you remove it or leave the group.',
    },
    changesInMinute: {
      title: 'Changes within a minute',
      what: 'How often you changed your availability in the minute of your latest change, and when this minute began. So nobody can flood a group.',
      seenBy: 'No user.',
      howLong: 'Until your next change, or until you leave the group.',
    },
    memberships: {
      title: 'Your groups',
      what: 'When you joined a group, and whether it is being offered to you.',
      seenBy: 'When you joined: you. An offer: you and the admin.',
      howLong: 'Until you leave the group.',
    },
    account: {
      title: 'Your account',
      what: 'Your name and your email address, when you made the account, whether it is verified or disabled, and whether you have signed in before.',
      seenBy: 'Your name: the members of your groups, and whom you invite. The rest: only you.',
      howLong: 'Until you delete your account.',
    },
    password: {
      title: 'Your password',
      what: 'Only a hash, which cannot be turned back into the password.',
      seenBy: 'No user.',
      howLong: 'Until you change it, or delete your account.',
    },
    signUps: {
      title: 'Sign-ups',
      what: 'The name, the address and a hash of the password, so that the emailed link can make an account of them.',
      seenBy: 'No user.',
      howLong: '{days} days.',
    },
    sessions: {
      title: 'Where you are signed in',
      what: 'For each browser its name and system, when you signed in, when it was first used on its latest day, and when you last confirmed that it is you.',
      seenBy: 'Only you, by the day.',
      howLong: 'Until you sign out, or {days} days after the last use.',
    },
    passkeys: {
      title: 'Your passkeys',
      what: 'The public half of each passkey, its name, when you added it and on which day you last used it. The secret half never reaches this site.',
      seenBy: 'Only you.',
      howLong: 'Until you remove the passkey or delete your account.',
    },
    identities: {
      title: 'Sign-in by a provider',
      what: 'If you sign in with the provider of this site: the id by which it knows you, and since when it is linked.',
      seenBy: 'Only you.',
      howLong: 'Until you unlink it or delete your account.',
    },
    links: {
      title: 'Links that were emailed to you',
      what: 'A hash of each link, when it was made, and when it was used.',
      seenBy: 'No user.',
      howLong: '{days} days after the link has ended.',
    },
    groups: {
      title: 'Groups',
      what: 'The name, the description, the admin, and when the group was created.',
      seenBy: 'The members. Invited people see the name.',
      howLong: 'Until the admin deletes the group.',
    },
    invitations: {
      title: 'Invitations',
      what: 'The invited address, who invited it, the message, and what became of it.',
      seenBy: 'The admin of the group, and the invited person.',
      howLong: 'Until the group is deleted.',
    },
    inviteLinks: {
      title: 'Links to groups',
      what: 'When a link was made, how long and how often it can be used, and a fingerprint of its secret. Also who has asked by a link to join.',
      seenBy: 'The admin of the group. The admin also sees who asks.',
      howLong: 'At most {days} days after the link has ended. A request: 7 days, or until it is answered.',
    },
    removedMembers: {
      title: 'Removed from a group',
      what: 'That the admin removed you from a group, and when. So an old link does not let you in again.',
      seenBy: 'No user.',
      howLong: '{days} days, or until you join again, or until the group or your account is deleted.',
    },
    blockedInviters: {
      title: 'Whose invitations you do not want',
      what: 'Whom you have blocked, or that you want no invitations.',
      seenBy: 'Only you. The inviters do not learn it.',
      howLong: 'Until you allow them again, or until one of the accounts is deleted.',
    },
    emailBlocks: {
      title: 'Addresses that want no invitations',
      what: 'Only a hash of the address, and since when.',
      seenBy: 'The owner of the address.',
      howLong: 'Until the owner allows them again.',
    },
    notifications: {
      title: 'Other notifications',
      what: 'That somebody joined, left, declined or took over a group, that those whom you waited for became available, what you did yourself, and messages of whoever runs this site. Joining a group makes a member available.',
      seenBy: 'Only who received the notification.',
      howLong: '{days} days, and while it is unread. That somebody became available: 7 days, read or not.',
    },
    reading: {
      title: 'What you have read',
      what: 'Which lines about others you have read, as numbers without times.',
      seenBy: 'Only you.',
      howLong: 'Until you leave the group.',
    },
    ringing: {
      title: 'What rings for you',
      what: 'Your choice of what rings in each group, and whom you follow there.',
      seenBy: 'Only you. Who is followed does not see it.',
      howLong: 'Until you leave the group, a follow also until the other member leaves it.',
    },
    ringingSettings: {
      title: 'Quiet hours and muting',
      what: 'Your quiet hours with their time zone, until when ringing is muted, whether pushes hide names, and whether you are reminded of an end.',
      seenBy: 'Only you.',
      howLong: 'Until you change it. The end of a muting is deleted {days} day after it.',
    },
    watches: {
      title: 'What you want to be told once',
      what: 'Whom or how many members of a group you are waiting for, and until when. Also whether anybody in a group is waiting.',
      seenBy: 'Only you. Whom you are waiting for does not see it.',
      howLong:
        'Until you are told or the time is over, at most {days} day, or until one of you leaves the group.',
    },
    questions: {
      title: 'Whether you are still available',
      what: 'After how long you are asked, as the admin of a group or you have chosen. When you were asked, and when you last confirmed it. The days and times at which you want to be asked whether you are available. Until when you are then available, and your time zone. Whether you become unavailable without an answer.',
      seenBy:
        'The admin’s choice: the members of the group. While you have not answered, they also see since when you have not confirmed it: for about a day the time, and then only the day. The rest: only you.',
      howLong:
        'A question and a confirmation until you are no longer available. Your choices until you change them or leave the group, and the admin’s until it is changed or the group is deleted.',
    },
    coverage: {
      title: 'How many are needed',
      what: 'The number that the admin of a group has set, how many of you count for it, when the last alerts were sent that there are too few or enough, and which alerts you want. An alert has a number and a time, but no name. In a small group, it can still show about when somebody stopped being available.',
      seenBy: 'The number: the members. An alert: only who received it. Which alerts you want: only you.',
      howLong:
        'The number: until the admin removes it. Alerts: {days} days, read or not. When the last alerts were sent: until the group is deleted. Your choice: until you leave the group.',
    },
    devices: {
      title: 'Devices that ring',
      what: 'The address of the browser at its push service with its keys, the name, language and time zone of the device, when it was added and last used, and for 7 days when it last rang.',
      seenBy: 'You see the name, the language, and when it was added and rang.',
      howLong: 'Until you remove the device or sign out on it, or {days} days after its last use.',
    },
    pushes: {
      title: 'Waiting pushes',
      what: 'What a device is to be told, and for some minutes who has just rung, so that it does not ring again and again.',
      seenBy: 'No user, until the device shows it.',
      howLong: 'Until it is sent, and at most {days} day.',
    },
    keys: {
      title: 'Keys',
      what: 'The name of each key, what it may do and where, when it was made, when it ends, the last four characters, the day of its last use, and a hash of the key.',
      seenBy: 'Only you.',
      howLong: 'Until you revoke the key, it ends, or you reset your password.',
    },
    hooks: {
      title: 'Hooks',
      what: 'Hooks send your notifications, your availability or the counts of a group to an address. For each hook: the address, encrypted, what it tells, and at most ten answers of the last day as numbers. Also what waits to be sent.',
      seenBy: 'You. The hooks of a group: its admin.',
      howLong: 'Until the hook is removed. What waits is dropped after an hour.',
    },
    boards: {
      title: 'Boards',
      what: 'For each board of a group: what it shows, which pages may frame it, its end, the day it was last shown, and a hash of its secret. Whether you let boards and hooks of a group show your name.',
      seenBy:
        'All members see that the board exists. Whoever sees the board sees the counts, and your name only if you chose it.',
      howLong: 'Until the board is revoked or ends, or the group is deleted.',
    },
    emails: {
      title: 'Emails to you',
      what: 'The address, the subject and the times. The text is erased as soon as the email is sent.',
      seenBy: 'Only the owner of the address.',
      howLong: '{days} days after the email was sent or given up.',
    },
    attempts: {
      title: 'Counted attempts',
      what: 'How often an account, an address or a network has tried something, for example a wrong password.',
      seenBy: 'No user.',
      howLong: 'At most a day.',
    },
    counters: {
      title: 'Counters',
      what: 'How many changes a group has had, and how many messages you were sent. They have no times.',
      seenBy: 'The members see the number of changes of their group.',
      howLong: 'As long as the group or the account.',
    },
    site: {
      title: 'The site itself',
      what: 'A fingerprint of its secret, its key for pushes, and which versions may use the database. Nothing about people.',
      seenBy: 'No user.',
      howLong: 'As long as the site.',
    },
    log: {
      title: 'The log',
      what: 'Sign-ins, wrong passwords, resets, refused requests, and changes of accounts, groups and invitations, with the number of the account. Emails that could not be sent, with the domain of the address. Changes of availability and sign-outs are not in it. A reset, the end of an account and leaving a group are, and they end availability, too.',
      seenBy: 'Whoever runs this site.',
      howLong: 'Whoever runs this site decides.',
    },
    metrics: {
      title: 'Measurements',
      what: 'How many requests of each kind there were, and how long they took. Without names.',
      seenBy: 'Whoever runs this site.',
      howLong: 'Whoever runs this site decides.',
    },
    backups: {
      title: 'Backups',
      what: 'A copy of the database at one moment.',
      seenBy: 'Whoever runs this site can read the database and its backups.',
      howLong: 'Whoever runs this site decides.',
    },
    browser: {
      title: 'Your browser',
      what: 'Your session, your language and appearance, what you have typed and not sent yet, the last ends and notes that you chose, and your last screens, so that the app starts without a network.',
      seenBy: 'Who uses this browser.',
      howLong: 'The screens, ends and notes: until you sign out. The rest: until you erase it.',
    },
    mailServers: {
      title: 'Mail servers',
      what: 'The emails to you, on the way through the mail server of this site and that of your mailbox.',
      seenBy: 'Who runs these servers.',
      howLong: 'They decide.',
    },
    pushServices: {
      title: 'Push services',
      what: 'If you let a device ring, the service of its browser sees that this site sends something to it, when and how often. It does not see what.',
      seenBy: 'Who runs that service, for example Google, Apple, Microsoft or Mozilla.',
      howLong: 'They decide.',
    },
  },
  notAPagerTitle: 'Not a pager',
  notAPager: appName =>
    `${appName} shows what people have said about themselves. It does not alarm anybody, and a message may come late or not at all. When it matters, call.`,
}
