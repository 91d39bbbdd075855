import { askers, callOutcomes } from '@grouplight/contract/call.ts'
import { groupHookKinds, personalHookKinds } from '@grouplight/contract/hook.ts'
import { notificationActions, notificationTypes, recipientRoles } from '@grouplight/contract/notification.ts'
import type { Prompt } from '@grouplight/contract/question.ts'
import { coverageAlerts, ringingRules } from '@grouplight/contract/ringing.ts'
import type { QuietHours } from '@grouplight/contract/ringing-settings.ts'
import { type Language, sourceLanguage } from '@grouplight/locales/src/languages.ts'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  type PgTableExtraConfigValue,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { SiteValues, UpdateLook } from '#platform/config/site-values.ts'

// Ids of type text are 12 random letters and digits that the server generates. Times are stored in UTC with milliseconds.

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
const ofUser = (name: string) =>
  text(name)
    .notNull()
    .references(() => users.uid, { onDelete: 'cascade' })
const ofGroup = (name: string) =>
  text(name)
    .notNull()
    .references(() => groups.id, { onDelete: 'cascade' })
/** The row is deleted with the membership. */
const ofMembership = (name: string, groupId: AnyPgColumn, userId: AnyPgColumn) =>
  foreignKey({
    name,
    columns: [groupId, userId],
    foreignColumns: [memberships.groupId, memberships.userId],
  }).onDelete('cascade')
const hash = customType<{ data: Buffer }>({
  dataType: () => 'bytea',
  toDriver: value => value,
  fromDriver: value => Buffer.from(value as Uint8Array),
})

const hookKinds = [...new Set([...personalHookKinds, ...groupHookKinds])] as [HookKind, ...HookKind[]]
type HookKind = (typeof personalHookKinds | typeof groupHookKinds)[number]
/** `at` is an ISO time, rounded down to the minute. `status` is the HTTP status code, or null if there was no response. */
export type HookOutcome = { at: string; status: number | null }

export const users = pgTable(
  'users',
  {
    uid: text('uid').primaryKey(),
    email: text('email').notNull().unique(),
    displayName: text('display_name').notNull(),
    /** The language of emails, pushes and hooks. If the product no longer has it, they are in English. */
    language: text('language').$type<Language>().notNull().default(sourceLanguage),
    /** Null if the user has not set a password yet, for example because the operator created the account. */
    passwordHash: text('password_hash'),
    createdAt: instant('created_at').notNull(),
    emailVerifiedAt: instant('email_verified_at'),
    disabledAt: instant('disabled_at'),
    quietHours: jsonb('quiet_hours').$type<QuietHours>(),
    /** The end of muting. A push that was queued earlier does not ring afterwards either, unless its kind always rings. */
    mutedUntil: instant('muted_until'),
    hidesNames: boolean('hides_names').notNull().default(false),
    remindsOfEnds: boolean('reminds_of_ends').notNull().default(true),
    /** Emails when somebody asks around and no device of the user rings. */
    mailsCalls: boolean('mails_calls').notNull().default(true),
    blocksInvitations: boolean('blocks_invitations').notNull().default(false),
    /** While this is false, a sign-in in an unknown browser causes no email to the user. */
    hasSignedIn: boolean('has_signed_in').notNull().default(false),
    isOperator: boolean('is_operator').notNull().default(false),
    /** Since this day, the user has had no session. Null while there is one. */
    absentSince: date('absent_since'),
  },
  user => [
    check('users_email_lower_case', sql`${user.email} = lower(${user.email})`),
    index('users_by_mute').on(user.mutedUntil).where(sql`muted_until is not null`),
    index('users_disabled').on(user.disabledAt).where(sql`disabled_at is not null`),
    index('users_operators').on(user.uid).where(sql`is_operator`),
    index('users_by_time').on(user.createdAt, user.uid),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    tokenHash: hash('token_hash').primaryKey(),
    userId: ofUser('user_id'),
    createdAt: instant('created_at').notNull(),
    /** `sessionLifeMs` after the creation or last renewal. The first request of each following day (UTC) renews the session. Operators: see `operatorSessionLifeMs`. */
    expiresAt: instant('expires_at').notNull(),
    browser: text('browser'),
    /** The time of the last confirmation in this session that the person is still the user. */
    confirmedAt: instant('confirmed_at'),
  },
  session => [
    index('sessions_of_user').on(session.userId),
    index('sessions_by_expiry').on(session.expiresAt),
  ],
)

export const actionCodes = pgTable(
  'action_codes',
  {
    codeHash: hash('code_hash').primaryKey(),
    purpose: text('purpose', { enum: ['verify-email', 'reset-password'] }).notNull(),
    userId: ofUser('user_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    endedAt: instant('ended_at'),
  },
  code => [
    index('action_codes_of_user').on(code.userId, code.purpose),
    index('action_codes_by_expiry').on(code.expiresAt),
  ],
)

/** A sign-up is kept for 14 days, even if its address has an account: see docs/decisions/accounts.md. It is deleted with the account. */
export const signUps = pgTable(
  'sign_ups',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    displayName: text('display_name').notNull(),
    /** Null after an account was created with this password. */
    passwordHash: text('password_hash'),
    /** The hash of the sign-up cookie's token. */
    browserHash: hash('browser_hash').notNull(),
    /** The invite link that was opened before this sign-up. */
    inviteLinkId: text('invite_link_id'),
    createdAt: instant('created_at').notNull(),
  },
  signUp => [
    index('sign_ups_of_email').on(signUp.email, signUp.createdAt),
    index('sign_ups_by_time').on(signUp.createdAt),
  ],
)

export const signUpCodes = pgTable(
  'sign_up_codes',
  {
    signUpId: text('sign_up_id')
      .notNull()
      .references(() => signUps.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['verify-email', 'reset-password'] }).notNull(),
    codeHash: hash('code_hash').notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
  },
  code => [primaryKey({ columns: [code.signUpId, code.purpose] })],
)

export const attempts = pgTable(
  'attempts',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  attempt => [index('attempts_by_end').on(attempt.endsAt)],
)

/** There are no foreign keys, because a notice stays when its group or its related user is deleted. */
export const notices = pgTable(
  'notices',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    type: text('type', { enum: notificationTypes }).notNull(),
    action: text('action', { enum: notificationActions }).notNull(),
    /** Only announcements have one: `notification/to-notification.ts` composes the other texts from the other columns. */
    message: text('message'),
    createdAt: instant('created_at').notNull(),
    relatedGroupId: text('related_group_id'),
    relatedGroupName: text('related_group_name'),
    relatedUserId: text('related_user_id'),
    relatedUserName: text('related_user_name'),
    recipientRole: text('recipient_role', { enum: recipientRoles }),
    count: integer('count'),
    needed: integer('needed'),
    /** The notice goes with the call. */
    callId: text('call_id'),
    callText: text('call_text'),
    callNames: text('call_names'),
  },
  notice => [
    index('notices_by_time').on(notice.createdAt),
    index('availability_notices_by_time')
      .on(notice.createdAt)
      .where(sql`action in ('awaited', 'reached', 'short', 'enough')`),
    index('notices_of_call').on(notice.callId).where(sql`call_id is not null`),
    index('coverage_notices').on(notice.relatedGroupId, notice.id).where(sql`action in ('short', 'enough')`),
  ],
)

export const notifications = pgTable(
  'notifications',
  {
    noticeId: bigint('notice_id', { mode: 'number' }).notNull(),
    userId: text('user_id').notNull(),
    read: boolean('read').notNull().default(false),
  },
  notification => [
    // The unread notifications of a user are one range of this index, and the read ones are another range.
    primaryKey({ columns: [notification.userId, notification.read, notification.noticeId] }),
    index('notifications_of_notice').on(notification.noticeId),
  ],
)

/** One row for all members who hear of the notice: see `notification/status-notice-sql.ts`. */
export const statusNotices = pgTable(
  'status_notices',
  {
    /** A time, like the ids of `notices`, so that both tables have one common order: see `notification/notice-ids.ts`. */
    id: bigint('id', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** The status notices of a group are numbered 1, 2, 3 and so on, in the order of their ids. */
    number: integer('number').notNull(),
    /** The notices about one member of a group are numbered, too. */
    ownNumber: integer('own_number').notNull(),
    groupId: text('group_id').notNull(),
    groupName: text('group_name').notNull(),
    userId: text('user_id').notNull(),
    userName: text('user_name').notNull(),
  },
  notice => [
    primaryKey({ columns: [notice.groupId, notice.id] }),
    // Without this index, the notices of followed members could only be found by reading all notices of the group.
    index('status_notices_of_member').on(notice.groupId, notice.userId, notice.number),
  ],
)

export const statusReadings = pgTable(
  'status_readings',
  {
    userId: text('user_id').notNull(),
    groupId: text('group_id').notNull(),
    number: integer('number').notNull(),
  },
  (reading): PgTableExtraConfigValue[] => [
    primaryKey({ columns: [reading.userId, reading.groupId, reading.number] }),
    ofMembership('status_readings_of_membership', reading.groupId, reading.userId),
  ],
)

export const groups = pgTable(
  'groups',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    /** Null after the creator's account was deleted, until a member takes the group over. */
    createdBy: text('created_by'),
    created: instant('created').notNull(),
    /** Since when the group has no admin. A creator who is disabled for long stays in `createdBy`, and may come back. */
    withoutAdminSince: instant('without_admin_since'),
    /** The day (UTC) on which the creator last used the site. Null unless the group has deputies. */
    creatorSeenOn: date('creator_seen_on', { mode: 'string' }),
    version: integer('version').notNull().default(1),
    /** How many status notices the group has had. The newest one has this number. */
    noticeCount: integer('notice_count').notNull().default(0),
    /**
     * The newest status notice's id. When the notice is deleted, a new id replaces the old id, because the old id could reveal
     * the notice's time.
     */
    lastNoticeId: bigint('last_notice_id', { mode: 'number' }).notNull().default(0),
    /** True if the group has watches. It may stay true after the last one has ended, until a member becomes Available. */
    watched: boolean('watched').notNull().default(false),
    /**
     * Null unless an open call may still have to ask a member who becomes Available. Everybody who has been Unavailable for a shorter
     * time was asked before: see `call/set-outcome.ts`.
     */
    uncalledAt: instant('uncalled_at'),
    needed: integer('needed'),
    /** The number of Available members without an open question. Null while `needed` is null: see `group/coverage.ts`. */
    covered: integer('covered'),
    /** The side at the newest coverage alert, or at the last change of `needed` if it came later. Null while `needed` is null. */
    coverageAlerted: text('coverage_alerted', { enum: ['short', 'enough'] }),
    /** These times stay when `needed` becomes null, so that the next alert does not come too early if `needed` is set again. */
    shortAlertedAt: instant('short_alerted_at'),
    enoughAlertedAt: instant('enough_alerted_at'),
    /** When the alert about the present side is due. Null while `coverageAlerted` is the present side. */
    coverageDueAt: instant('coverage_due_at'),
    /** Counts the changes that only boards show, so that members who look at the group notice nothing of them. */
    boardVersion: integer('board_version').notNull().default(0),
    /** Who may ask around. Null: nobody. */
    askers: text('askers', { enum: askers }),
    /** The group's interval, in minutes. Null if the group has none. */
    askingInterval: integer('asking_interval'),
  },
  (group): PgTableExtraConfigValue[] => [
    index('groups_of_creator').on(group.createdBy),
    index('groups_with_deputies').on(group.id).where(sql`creator_seen_on is not null`),
    check(
      'groups_creator_unless_without_admin',
      sql`${group.createdBy} is not null or ${group.withoutAdminSince} is not null`,
    ),
    // This index also serves the search by `coverage_due_at`. An index on `coverage_due_at` would greatly slow down the toggles
    // that change this column.
    index('groups_with_needed').on(group.id).where(sql`needed is not null`),
    // The first migration makes this foreign key DEFERRABLE INITIALLY DEFERRED, because a group is inserted before its first member.
    foreignKey({
      name: 'groups_creator_is_member',
      columns: [group.id, group.createdBy],
      foreignColumns: [memberships.groupId, memberships.userId],
    }),
  ],
)

/** An offer to take over the group is stored in the row of the member who received it. */
export const memberships = pgTable(
  'memberships',
  {
    groupId: text('group_id').notNull(),
    userId: ofUser('user_id'),
    /** True means Available. */
    status: boolean('status').notNull(),
    /** When the status last changed, or when the member joined if the status has never changed. */
    lastUpdated: instant('last_updated').notNull(),
    joinedAt: instant('joined_at').notNull(),
    /** Since when the member is a deputy, who may do most of what the creator may: see `group/membership.ts`. */
    deputySince: instant('deputy_since'),
    /** When the deputy asked to take the group over from a creator who is away. */
    takeOverAskedAt: instant('take_over_asked_at'),
    groupOfferedAt: instant('group_offered_at'),
    /** Counts the changes of status or details in the minute that starts at `changesSince`, for LIMIT_CHANGES_PER_MINUTE. */
    changes: integer('changes').notNull().default(0),
    changesSince: instant('changes_since'),
    /** An id of the time when the member joined. The member hears only of status notices with higher ids. */
    noticesAfter: bigint('notices_after', { mode: 'number' }).notNull().default(0),
    /** Status notices with this number or a lower one count as read. */
    readNumber: integer('read_number').notNull().default(0),
    /** Counts the status notices with numbers above `readNumber` that are about this member. */
    ownSinceRead: integer('own_since_read').notNull().default(0),
    /** The `ownNumber` of the newest status notice about this member. */
    noticeCount: integer('notice_count').notNull().default(0),
    rings: text('rings', { enum: ringingRules }).notNull().default('all'),
    /** `availableUntil` and `note` are null while the member is Unavailable. */
    availableUntil: instant('available_until'),
    note: text('note'),
    ignoresCalls: boolean('ignores_calls').notNull().default(false),
    /** Whether a deputy does not want to hear that members ask to come, or go. */
    ignoresMembers: boolean('ignores_members').notNull().default(false),
    /** In minutes after the start. */
    usualEnd: integer('usual_end'),
    /** The id of the notice about the question or about the end of the availability. A toggle removes the notice. */
    availabilityNoticeId: bigint('availability_notice_id', { mode: 'number' }),
    /** When the open question was asked, or when the member later chose `endsUnanswered`. Null while no question is open. */
    askedAt: instant('asked_at'),
    /** The time when the member last confirmed the present availability. */
    confirmedAt: instant('confirmed_at'),
    /** The member's own interval, in minutes. If the group has one, too, the shorter counts. */
    askingInterval: integer('asking_interval'),
    /** If true, an unanswered question ends the availability 30 minutes after `askedAt`. */
    endsUnanswered: boolean('ends_unanswered').notNull().default(false),
    /** The next time at which the server must act on the membership: see `availability/act-on-due.ts`. */
    dueAt: instant('due_at'),
    coverageAlerts: text('coverage_alerts', { enum: coverageAlerts }),
    shownOutside: boolean('shown_outside').notNull().default(false),
  },
  (membership): PgTableExtraConfigValue[] => [
    primaryKey({ columns: [membership.groupId, membership.userId] }),
    index('memberships_of_user').on(membership.userId),
    index('memberships_by_due').on(membership.dueAt).where(sql`due_at is not null`),
    uniqueIndex('one_offer').on(membership.groupId).where(sql`group_offered_at is not null`),
    uniqueIndex('one_take_over').on(membership.groupId).where(sql`take_over_asked_at is not null`),
    foreignKey({
      name: 'memberships_of_group',
      columns: [membership.groupId],
      foreignColumns: [groups.id],
    }).onDelete('cascade'),
  ],
)

/** A follow has an effect only while the ringing rule of `userId` is 'followed'. */
export const follows = pgTable(
  'follows',
  {
    groupId: text('group_id').notNull(),
    userId: text('user_id').notNull(),
    memberId: text('member_id').notNull(),
    /** With the rule 'followed', status notices about `memberId` with this number or a lower one count as read. */
    readNumber: integer('read_number').notNull().default(0),
  },
  follow => [
    primaryKey({ columns: [follow.groupId, follow.userId, follow.memberId] }),
    index('follows_of_member').on(follow.groupId, follow.memberId),
    check('follows_of_others', sql`${follow.userId} <> ${follow.memberId}`),
    ofMembership('follows_of_membership', follow.groupId, follow.userId),
    ofMembership('follows_only_members', follow.groupId, follow.memberId),
  ],
)

/** A watch waits until `memberId` is Available, or until `needed` members are Available. Its user does not count. */
export const watches = pgTable(
  'watches',
  {
    id: text('id').primaryKey(),
    groupId: text('group_id').notNull(),
    userId: text('user_id').notNull(),
    memberId: text('member_id'),
    needed: integer('needed'),
    endsAt: instant('ends_at').notNull(),
  },
  watch => [
    index('watches_of_group').on(watch.groupId),
    index('watches_of_user').on(watch.userId),
    index('watches_by_end').on(watch.endsAt),
    check('watches_one_purpose', sql`(${watch.memberId} is null) <> (${watch.needed} is null)`),
    check('watches_of_others', sql`${watch.userId} <> ${watch.memberId}`),
    ofMembership('watches_of_membership', watch.groupId, watch.userId),
    ofMembership('watches_only_members', watch.groupId, watch.memberId),
  ],
)

/** A question to the members of a group. It is deleted with its answers a day after its end: see `call/retention.ts`. */
export const calls = pgTable(
  'calls',
  {
    id: text('id').primaryKey(),
    groupId: ofGroup('group_id'),
    askerId: ofUser('asker_id'),
    text: text('text').notNull(),
    everybody: boolean('everybody').notNull(),
    needed: integer('needed'),
    openedAt: instant('opened_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    closedAt: instant('closed_at'),
    outcome: text('outcome', { enum: callOutcomes }),
    /** The time of the last ring, and how often the asker has rung again. */
    rungAt: instant('rung_at').notNull(),
    rings: integer('rings').notNull().default(0),
    /** Who is asked and may still have to get an email. Null when the emails are queued: see `call/mail-asked.ts`. */
    unmailed: text('unmailed').array(),
  },
  call => [
    index('calls_of_group').on(call.groupId, call.openedAt),
    index('calls_of_asker').on(call.askerId),
    index('calls_by_end').on(call.endsAt).where(sql`closed_at is null`),
    index('calls_by_close').on(call.closedAt).where(sql`closed_at is not null`),
    index('calls_unmailed').on(call.id).where(sql`unmailed is not null`),
    check('calls_closed', sql`(${call.closedAt} is null) = (${call.outcome} is null)`),
  ],
)

export const callAnswers = pgTable(
  'call_answers',
  {
    callId: text('call_id')
      .notNull()
      .references(() => calls.id, { onDelete: 'cascade' }),
    userId: ofUser('user_id'),
    can: boolean('can').notNull(),
    words: text('words'),
  },
  answer => [
    primaryKey({ columns: [answer.callId, answer.userId] }),
    index('call_answers_of_user').on(answer.userId),
  ],
)

/** Who is asked, and is told of a call. */
export const called = pgTable(
  'called',
  {
    callId: text('call_id')
      .notNull()
      .references(() => calls.id, { onDelete: 'cascade' }),
    userId: ofUser('user_id'),
  },
  row => [primaryKey({ columns: [row.callId, row.userId] }), index('called_of_user').on(row.userId)],
)

export const prompts = pgTable(
  'prompts',
  {
    groupId: text('group_id').notNull(),
    userId: text('user_id').notNull(),
    prompt: jsonb('prompt').$type<Prompt>().notNull(),
    dueAt: instant('due_at').notNull(),
  },
  prompt => [
    primaryKey({ columns: [prompt.groupId, prompt.userId] }),
    index('prompts_by_due').on(prompt.dueAt),
    ofMembership('prompts_of_membership', prompt.groupId, prompt.userId),
  ],
)

/** After `expiresAt`, a pending invitation counts as expired. */
export const invitations = pgTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    groupId: ofGroup('group_id'),
    email: text('email').notNull(),
    invitedBy: text('invited_by').references(() => users.uid, { onDelete: 'set null' }),
    message: text('message').notNull(),
    status: text('status', { enum: ['pending', 'accepted', 'declined', 'cancelled', 'expired'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    resentAt: instant('resent_at'),
    /** The invite link from which the invitation was made, if any. Accepting the invitation is then a use of the link. */
    inviteLinkId: text('invite_link_id').references(() => inviteLinks.id, { onDelete: 'cascade' }),
  },
  (invitation): PgTableExtraConfigValue[] => [
    uniqueIndex('one_pending_invitation')
      .on(invitation.groupId, invitation.email)
      .where(sql`status = 'pending'`),
    index('invitations_of_email').on(invitation.email),
    index('pending_invitations_by_expiry').on(invitation.expiresAt).where(sql`status = 'pending'`),
    index('invitations_of_group').on(invitation.groupId, invitation.email),
    index('invitations_of_inviter').on(invitation.invitedBy, invitation.createdAt),
    index('invitations_of_link').on(invitation.inviteLinkId).where(sql`invite_link_id is not null`),
  ],
)

/** The secret of an invite link is only in the response to the request that created the link. */
export const inviteLinks = pgTable(
  'invite_links',
  {
    id: text('id').primaryKey(),
    groupId: ofGroup('group_id'),
    secretHash: hash('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    maxUses: integer('max_uses').notNull(),
    uses: integer('uses').notNull().default(0),
    needsApproval: boolean('needs_approval').notNull(),
    revokedAt: instant('revoked_at'),
  },
  link => [
    index('invite_links_of_group').on(link.groupId, link.createdAt),
    index('invite_links_by_expiry').on(link.expiresAt),
    check('invite_links_within_uses', sql`${link.uses} <= ${link.maxUses}`),
  ],
)

/** Contains only the requests that the creator has not answered. */
export const joinRequests = pgTable(
  'join_requests',
  {
    groupId: ofGroup('group_id'),
    userId: ofUser('user_id'),
    inviteLinkId: text('invite_link_id')
      .notNull()
      .references(() => inviteLinks.id, { onDelete: 'cascade' }),
    askedAt: instant('asked_at').notNull(),
  },
  request => [
    primaryKey({ columns: [request.groupId, request.userId] }),
    index('join_requests_of_user').on(request.userId),
    index('join_requests_of_link').on(request.inviteLinkId),
    index('join_requests_by_time').on(request.askedAt),
  ],
)

/** A removed user cannot join by an invite link that was created before the removal. */
export const removedMembers = pgTable(
  'removed_members',
  {
    groupId: ofGroup('group_id'),
    userId: ofUser('user_id'),
    removedAt: instant('removed_at').notNull(),
  },
  removed => [
    primaryKey({ columns: [removed.groupId, removed.userId] }),
    index('removed_members_of_user').on(removed.userId),
    index('removed_members_by_time').on(removed.removedAt),
  ],
)

export const blockedInviters = pgTable(
  'blocked_inviters',
  {
    userId: ofUser('user_id'),
    inviterId: ofUser('inviter_id'),
    createdAt: instant('created_at').notNull(),
  },
  block => [
    primaryKey({ columns: [block.userId, block.inviterId] }),
    index('blocked_inviters_of_inviter').on(block.inviterId),
  ],
)

export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: ofUser('user_id'),
    linkedAt: instant('linked_at').notNull(),
  },
  identity => [
    primaryKey({ columns: [identity.issuer, identity.subject] }),
    uniqueIndex('one_identity_of_user').on(identity.userId, identity.issuer),
  ],
)

export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: ofUser('user_id'),
    credentialId: hash('credential_id').notNull().unique(),
    publicKey: hash('public_key').notNull(),
    /** The number of signatures that the authenticator last reported. It stays 0 if the authenticator does not count them. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedOn: date('last_used_on', { mode: 'string' }),
  },
  passkey => [index('passkeys_of_user').on(passkey.userId)],
)

/** An email block belongs to an address, so it remains when the account of the address is deleted. */
export const emailBlocks = pgTable('email_blocks', {
  addressHash: hash('address_hash').primaryKey(),
  createdAt: instant('created_at').notNull(),
})

/** An email is stored in the transaction that causes it, and the email worker sends it after the commit. */
export const outbox = pgTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    /** For example 'invitation'. */
    kind: text('kind').notNull(),
    toAddress: text('to_address').notNull(),
    /** The user who has sent the invitation in the email. Null for every other email. */
    inviterId: text('inviter_id'),
    subject: text('subject').notNull(),
    /**
     * `text` and `html` are emptied when a mail server has accepted the email, or when the email is given up, because their links
     * contain secrets.
     */
    text: text('text').notNull(),
    html: text('html').notNull(),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    sentAt: instant('sent_at'),
    failedAt: instant('failed_at'),
    lastError: text('last_error'),
  },
  email => [
    index('outbox_due').on(email.nextAttemptAt).where(sql`sent_at is null and failed_at is null`),
    index('outbox_by_time').on(email.createdAt),
  ],
)

/** A device is deleted with its session, so that a browser gets no new pushes after a sign-out. */
export const devices = pgTable(
  'devices',
  {
    id: text('id').primaryKey(),
    userId: ofUser('user_id'),
    sessionHash: hash('session_hash')
      .notNull()
      .unique()
      .references(() => sessions.tokenHash, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    name: text('name').notNull(),
    /** Null if the client did not send it. */
    timeZone: text('time_zone'),
    confirmationHash: hash('confirmation_hash').notNull(),
    confirmedAt: instant('confirmed_at'),
    createdAt: instant('created_at').notNull(),
    seenAt: instant('seen_at').notNull(),
    warnedAt: instant('warned_at'),
    rungAt: instant('rung_at'),
    /** The number of pushes that the push service has refused since it last accepted one. */
    failures: integer('failures').notNull().default(0),
  },
  device => [
    uniqueIndex('one_device_of_endpoint').on(device.endpoint).where(sql`confirmed_at is not null`),
    index('devices_of_user').on(device.userId),
    index('devices_by_seen').on(device.seenAt),
  ],
)

/** There is no foreign key to `devices`: it would lock the device's row, which could cause a deadlock with a sign-out. */
export const pushes = pgTable(
  'pushes',
  {
    /** A newer push with the same device and topic replaces an older one and gets a new id. */
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deviceId: text('device_id').notNull(),
    topic: text('topic').notNull(),
    content: jsonb('content').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
  },
  push => [
    uniqueIndex('one_push_of_topic').on(push.deviceId, push.topic),
    index('pushes_due').on(push.nextAttemptAt),
  ],
)

/** A group has no row until the ringer has first decided which devices and hooks ring. */
export const ringCursors = pgTable('ring_cursors', {
  groupId: text('group_id')
    .primaryKey()
    .references(() => groups.id, { onDelete: 'cascade' }),
  /** Ringing has been decided for the status notices with this number or a lower one. */
  number: integer('number').notNull(),
  /**
   * Maps user ids to times in ms since 1970. Each is the time of the member's newest status notice for which a device or hook has
   * rung. Each decision removes times older than 5 minutes.
   */
  recent: jsonb('recent').$type<Record<string, number>>().notNull(),
})

export const keys = pgTable(
  'keys',
  {
    id: text('id').primaryKey(),
    userId: ofUser('user_id'),
    tokenHash: hash('token_hash').notNull().unique(),
    name: text('name').notNull(),
    maySwitch: boolean('may_switch').notNull(),
    mayAsk: boolean('may_ask').notNull().default(false),
    /** The only groups that the key may see. Null: all groups of the user. */
    groupIds: text('group_ids').array(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    lastUsedOn: date('last_used_on', { mode: 'string' }),
    lastFour: text('last_four').notNull(),
    /** The last warning about the end of the key: 7 or 1, in days before the end. Null before the first warning. */
    warnedDays: integer('warned_days'),
  },
  key => [
    index('keys_of_user').on(key.userId),
    index('keys_by_expiry').on(key.expiresAt).where(sql`expires_at is not null`),
  ],
)

export const hooks = pgTable(
  'hooks',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.uid, { onDelete: 'cascade' }),
    groupId: text('group_id').references(() => groups.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    kind: text('kind', { enum: hookKinds }).notNull(),
    host: text('host').notNull(),
    /** The address, its token and the secret of the hook's signatures, encrypted by `sealTarget`. */
    target: hash('target').notNull(),
    timeZone: text('time_zone').notNull(),
    tellsNotifications: boolean('tells_notifications').notNull().default(false),
    tellsOwnStatus: boolean('tells_own_status').notNull().default(false),
    tellsNames: boolean('tells_names').notNull().default(false),
    tellsCallTexts: boolean('tells_call_texts').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    /** The state that was last stored as deliveries of the hook. `hook/read-hook-states.ts` defines its form. */
    lastSent: jsonb('last_sent').notNull(),
    outcomes: jsonb('outcomes').$type<HookOutcome[]>().notNull(),
    /** Since when all attempts have failed, rounded down to the hour. Null if the last attempt succeeded or there was none. */
    failingSince: instant('failing_since'),
    /** When the server switched the hook off. Null while the hook is on. */
    offAt: instant('off_at'),
    busyUntil: instant('busy_until'),
  },
  hook => [
    index('hooks_of_user').on(hook.userId),
    index('hooks_of_group').on(hook.groupId),
    check('hooks_one_owner', sql`(${hook.userId} is null) <> (${hook.groupId} is null)`),
  ],
)

export const hookDeliveries = pgTable(
  'hook_deliveries',
  {
    /** A newer delivery with the same hook and topic replaces an older one and gets a new id. */
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    hookId: text('hook_id')
      .notNull()
      .references(() => hooks.id, { onDelete: 'cascade' }),
    topic: text('topic').notNull(),
    /** The receiver gets this id, because `id` would reveal how many deliveries the whole site has stored. */
    messageId: text('message_id').notNull().default(sql`gen_random_uuid()`),
    content: jsonb('content').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
  },
  delivery => [
    uniqueIndex('one_delivery_of_topic').on(delivery.hookId, delivery.topic),
    index('hook_deliveries_due').on(delivery.nextAttemptAt),
  ],
)

/** The secret of a board is only in the response to the request that created the board. */
export const boards = pgTable(
  'boards',
  {
    id: text('id').primaryKey(),
    groupId: ofGroup('group_id'),
    secretHash: hash('secret_hash').notNull(),
    showsNames: boolean('shows_names').notNull(),
    showsCalls: boolean('shows_calls').notNull().default(false),
    frameOrigins: jsonb('frame_origins').$type<string[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    lastSeenOn: date('last_seen_on', { mode: 'string' }),
  },
  board => [
    index('boards_of_group').on(board.groupId, board.createdAt),
    index('boards_by_expiry').on(board.expiresAt).where(sql`expires_at is not null`),
  ],
)

/** A code that a screen shows until the creator of a group types it, with the id and the secret of the board that is then made. */
export const boardCodes = pgTable(
  'board_codes',
  {
    codeHash: hash('code_hash').primaryKey(),
    boardId: text('board_id').notNull(),
    secretHash: hash('secret_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  code => [index('board_codes_by_expiry').on(code.expiresAt)],
)

/** A single row with the values that all servers on one database must agree on: see `site.ts`. */
export const site = pgTable(
  'site',
  {
    id: integer('id').primaryKey().default(1),
    secretFingerprint: hash('secret_fingerprint').notNull(),
    /** Programs that know only schemas older than this schema must not use the database. */
    oldestSchema: text('oldest_schema').notNull(),
    pushKey: hash('push_key'),
    /** What the operator has set on the operator's page. */
    settings: jsonb('settings').$type<Partial<SiteValues>>().notNull().default({}),
    updateLook: jsonb('update_look').$type<UpdateLook>(),
    /** Until then, the address that the start has printed makes its user an operator. Null if it was used. */
    claimableUntil: instant('claimable_until'),
    lastBackupAt: instant('last_backup_at'),
  },
  site => [check('one_site', sql`${site.id} = 1`)],
)
