import { notificationActions, notificationTypes, recipientRoles } from '@grouplight/contract/notification.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  type PgTableExtraConfigValue,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

// The whole data model. Ids are 12 random letters and digits, made by the server; instants are UTC, to the millisecond.

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
const hash = customType<{ data: Buffer }>({
  dataType: () => 'bytea',
  toDriver: value => value,
  fromDriver: value => Buffer.from(value as Uint8Array),
})

/** An account. Only what an older server makes is unverified: it is carried over into `sign_ups`. */
export const users = pgTable(
  'users',
  {
    uid: text('uid').primaryKey(),
    email: text('email').notNull().unique(),
    displayName: text('display_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    emailVerifiedAt: instant('email_verified_at'),
    disabledAt: instant('disabled_at'),
  },
  user => [
    check('users_email_lower_case', sql`${user.email} = lower(${user.email})`),
    index('unverified_by_time').on(user.createdAt).where(sql`email_verified_at is null`),
  ],
)

/** A signed-in browser. The token itself is only in its cookie. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: hash('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  session => [
    index('sessions_of_user').on(session.userId),
    index('sessions_by_expiry').on(session.expiresAt),
  ],
)

/** The code of a mailed link. Good once: neither used nor ended by a newer one, and not expired. */
export const actionCodes = pgTable(
  'action_codes',
  {
    codeHash: hash('code_hash').primaryKey(),
    purpose: text('purpose', { enum: ['verify-email', 'reset-password'] }).notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
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

/**
 * A sign-up. The link mailed for it makes the account, with its name and password; several can wait for one address. It is
 * kept for 14 days whether or not an account exists, so that nobody can tell: see decision 0029.
 */
export const signUps = pgTable(
  'sign_ups',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    displayName: text('display_name').notNull(),
    /** Null once it is the account's. All of an address share one salt. */
    passwordHash: text('password_hash'),
    /** The browser it was made in; null when an older server made it. */
    browserHash: hash('browser_hash'),
    createdAt: instant('created_at').notNull(),
  },
  signUp => [
    index('sign_ups_of_email').on(signUp.email, signUp.createdAt),
    index('sign_ups_by_time').on(signUp.createdAt),
  ],
)

/** The living code of a link that makes an account of a sign-up; a newer one takes its place. */
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

/** How often something limited was tried, in a window that starts with the first try. */
export const attempts = pgTable(
  'attempts',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  attempt => [index('attempts_by_end').on(attempt.endsAt)],
)

/**
 * One thing that happened. Each person it was told to has a row in `notifications`, kept narrow because one
 * toggle writes as many of them as the group has other members. Neither has foreign keys: both outlive their group.
 */
export const notices = pgTable('notices', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  type: text('type', { enum: notificationTypes }).notNull(),
  action: text('action', { enum: notificationActions }).notNull(),
  /** Null: made of the other columns, see `notification/message-of.ts`. */
  message: text('message'),
  createdAt: instant('created_at').notNull(),
  relatedGroupId: text('related_group_id'),
  relatedGroupName: text('related_group_name'),
  relatedUserId: text('related_user_id'),
  relatedUserName: text('related_user_name'),
  recipientRole: text('recipient_role', { enum: recipientRoles }),
  count: integer('count'),
})

export const notifications = pgTable(
  'notifications',
  {
    // First, because PostgreSQL would fill up the room before it: every byte here is written once for each other member.
    noticeId: bigint('notice_id', { mode: 'number' }).notNull(),
    userId: text('user_id').notNull(),
    read: boolean('read').notNull().default(false),
  },
  // One index for all: the unread are a range of it, the list merges the ends of two, a toggle writes one entry for each row.
  notification => [primaryKey({ columns: [notification.userId, notification.read, notification.noticeId] })],
)

/** A group always has its creator among its members: the foreign key below is checked at commit. */
export const groups = pgTable(
  'groups',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    createdBy: text('created_by').notNull(),
    created: instant('created').notNull(),
    version: integer('version').notNull().default(1),
  },
  (group): PgTableExtraConfigValue[] => [
    index('groups_of_creator').on(group.createdBy),
    // Made DEFERRABLE INITIALLY DEFERRED by the first migration: the group is written before its first member.
    foreignKey({
      name: 'groups_creator_is_member',
      columns: [group.id, group.createdBy],
      foreignColumns: [memberships.groupId, memberships.userId],
    }),
  ],
)

/**
 * One person in one group, and whether they are available there. An offer to take the group over stands in the row of whom
 * it is made to, and so ends with it.
 */
export const memberships = pgTable(
  'memberships',
  {
    groupId: text('group_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    /** True means available. */
    status: boolean('status').notNull(),
    /** When the status last changed, or when the member joined. */
    lastUpdated: instant('last_updated').notNull(),
    joinedAt: instant('joined_at').notNull(),
    groupOfferedAt: instant('group_offered_at'),
    /** How often the availability changed in a minute that began with a change. Counted by the change itself. */
    changes: integer('changes').notNull().default(0),
    changesSince: instant('changes_since'),
  },
  (membership): PgTableExtraConfigValue[] => [
    primaryKey({ columns: [membership.groupId, membership.userId] }),
    index('memberships_of_user').on(membership.userId),
    uniqueIndex('one_offer').on(membership.groupId).where(sql`group_offered_at is not null`),
    foreignKey({
      name: 'memberships_of_group',
      columns: [membership.groupId],
      foreignColumns: [groups.id],
    }).onDelete('cascade'),
  ],
)

/** An invitation of an address to a group. Pending ones past `expiresAt` count as expired. */
export const invitations = pgTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    groupId: text('group_id')
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    invitedBy: text('invited_by').references(() => users.uid, { onDelete: 'set null' }),
    message: text('message').notNull(),
    status: text('status', { enum: ['pending', 'accepted', 'declined', 'cancelled', 'expired'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    resentAt: instant('resent_at'),
  },
  invitation => [
    uniqueIndex('one_pending_invitation')
      .on(invitation.groupId, invitation.email)
      .where(sql`status = 'pending'`),
    index('pending_invitations_of_email').on(invitation.email).where(sql`status = 'pending'`),
    index('pending_invitations_by_expiry').on(invitation.expiresAt).where(sql`status = 'pending'`),
    index('invitations_of_group').on(invitation.groupId, invitation.email),
    index('invitations_of_inviter').on(invitation.invitedBy, invitation.createdAt),
  ],
)

/**
 * An address that asked not to be invited by email. Only its hash is kept, keyed by the site's secret. It belongs to no
 * account: it stays when the account goes.
 */
export const emailBlocks = pgTable('email_blocks', {
  addressHash: hash('address_hash').primaryKey(),
  createdAt: instant('created_at').notNull(),
})

/** The outbox. An email is written in the transaction that causes it; the email worker sends it afterwards. */
export const outbox = pgTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    toAddress: text('to_address').notNull(),
    subject: text('subject').notNull(),
    /** Emptied once the email was handed to the mail server: links in it are secrets. */
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

/** What all servers on one database must have in common: one row, see `site.ts`. */
export const site = pgTable(
  'site',
  {
    id: integer('id').primaryKey().default(1),
    secretFingerprint: hash('secret_fingerprint').notNull(),
    /** Programs that do not know this schema cannot serve here. */
    oldestSchema: text('oldest_schema').notNull(),
  },
  site => [check('one_site', sql`${site.id} = 1`)],
)
