import { type AccountExport, maxExportedNotifications } from '@grouplight/contract/account-export.ts'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { accountDeleted } from '#features/account/find-account.ts'
import { readSessionsOf } from '#features/account/own-sessions/own-sessions.ts'
import { passkeysOf, toPasskey } from '#features/account/passkeys/passkeys.ts'
import { emailBlockedAt } from '#features/invitation/email-block.ts'
import { readInvitationBlocks } from '#features/invitation/invitation-blocks.ts'
import { isResting } from '#features/invitation/pending.ts'
import { readKeysOf, toKey } from '#features/key/manage-keys.ts'
import { newestExportableNotifications } from '#features/notification/notifications.ts'
import { readRingingSettings } from '#features/ringing/ringing-settings.ts'
import { hourMs } from '#platform/clock.ts'
import { rows, type Transaction } from '#platform/database/database.ts'
import { devices, groups, identities, invitations, memberships, users } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import type { Services } from '#services.ts'
import { hooksOf } from './export-hooks.ts'
import { boardsOf, inviteLinksOf, joinRequestsOf } from './export-links.ts'
import { membershipsOf } from './export-memberships.ts'

const maxExportsPerHour = 10

/** About other users, the export contains only what the user may see in the app. Throws 'too-many-requests' above a limit. */
export async function exportAccount(services: Services, user: { userId: string }): Promise<AccountExport> {
  const { database, clock, log, secret } = services
  const { userId } = user
  const limit = { key: `export:${userId}`, most: maxExportsPerHour, windowMs: hourMs }
  await consumeOrRefuse(services, limit, 'too-many-requests.downloads')
  const found = await database.transaction(
    async transaction => {
      const [account] = await transaction.select().from(users).where(eq(users.uid, userId))
      if (!account) throw accountDeleted()
      const { email, displayName, createdAt, emailVerifiedAt } = account
      const now = clock.now()
      const blockedAt = await emailBlockedAt({ database: transaction, secret }, email)
      return {
        exportedAt: now.toISOString(),
        account: {
          uid: userId,
          email,
          displayName,
          createdAt: createdAt.toISOString(),
          emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null,
          invitationEmailsBlockedAt: blockedAt?.toISOString() ?? null,
        },
        invitationBlocks: await readInvitationBlocks(transaction, { userId }),
        identities: await identitiesOf(transaction, userId),
        passkeys: await passkeysWithoutIds(transaction, userId),
        memberships: await membershipsOf(transaction, userId),
        groupsCreated: await groupsCreatedBy(transaction, userId),
        invitationsSent: await invitationsSentBy(transaction, userId),
        invitationsReceived: await invitationsTo(transaction, { userId, email }),
        inviteLinks: await inviteLinksOf(transaction, userId),
        boards: await boardsOf(transaction, userId),
        joinRequests: await joinRequestsOf(transaction, userId),
        ringing: await readRingingSettings(transaction, { userId, now }),
        devices: await devicesOf(transaction, userId),
        hooks: await hooksOf(transaction, userId),
        sessions: await sessionsOf(transaction, { userId, now }),
        keys: await keysOf(transaction, { userId, now }),
        statusNotices: await statusNoticesAbout(transaction, userId),
        notifications: await newestExportableNotifications(transaction, {
          userId,
          most: maxExportedNotifications,
        }),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  log.info({ userId }, 'account data was downloaded')
  return found
}

async function identitiesOf(transaction: Transaction, userId: string): Promise<AccountExport['identities']> {
  const found = await transaction.select().from(identities).where(eq(identities.userId, userId))
  return found.map(({ issuer, subject, linkedAt }) => ({ issuer, subject, linkedAt: linkedAt.toISOString() }))
}

async function passkeysWithoutIds(
  transaction: Transaction,
  userId: string,
): Promise<AccountExport['passkeys']> {
  return (await passkeysOf(transaction, userId)).map(passkey => {
    const { id, ...exported } = toPasskey(passkey)
    return exported
  })
}

/** Leaves out the push endpoints and the encryption keys of the devices, because they are secret. */
async function devicesOf(transaction: Transaction, userId: string): Promise<AccountExport['devices']> {
  const found = await transaction
    .select()
    .from(devices)
    .where(eq(devices.userId, userId))
    .orderBy(asc(devices.createdAt), asc(devices.id))
  return found.map(({ name, language, createdAt, rungAt }) => ({
    name,
    language,
    createdAt: createdAt.toISOString(),
    rungAt: rungAt?.toISOString() ?? null,
  }))
}

async function sessionsOf(
  transaction: Transaction,
  { userId, now }: { userId: string; now: Date },
): Promise<AccountExport['sessions']> {
  const found = await readSessionsOf(transaction, { userId, now })
  return found.map(({ browser, createdAt, lastSeenOn }) => ({ browser, createdAt, lastSeenOn }))
}

async function keysOf(
  transaction: Transaction,
  input: { userId: string; now: Date },
): Promise<AccountExport['keys']> {
  return (await readKeysOf(transaction, input)).map(key => {
    const { id, ...exported } = toKey(key)
    return exported
  })
}

const mostNoticesOfGroup = 1_000

// Status notices about other members are not exported: the server deletes them after 7 days, but the file could be kept longer.
async function statusNoticesAbout(
  transaction: Transaction,
  userId: string,
): Promise<AccountExport['statusNotices']> {
  return rows(
    transaction,
    sql`
      select s.group_id as "groupId", s.group_name as "groupName", to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
      from memberships m cross join lateral (
        select * from status_notices where group_id = m.group_id and user_id = m.user_id
        order by number desc limit ${mostNoticesOfGroup}
      ) s
      where m.user_id = ${userId} order by s.id`,
  )
}

async function groupsCreatedBy(
  transaction: Transaction,
  userId: string,
): Promise<AccountExport['groupsCreated']> {
  const found = await transaction
    .select()
    .from(groups)
    .where(eq(groups.createdBy, userId))
    .orderBy(asc(groups.created), asc(groups.id))
  return found.map(({ id: groupId, name, description, askingInterval, needed, created }) => ({
    groupId,
    name,
    description,
    askingInterval,
    needed,
    created: created.toISOString(),
  }))
}

// Leaves out invitations that were made from an invite link, because their inviter does not know the invited addresses.
async function invitationsSentBy(
  transaction: Transaction,
  userId: string,
): Promise<AccountExport['invitationsSent']> {
  const found = await transaction
    .select({ invitation: invitations, groupName: groups.name, memberId: memberships.userId })
    .from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .leftJoin(memberships, and(eq(memberships.groupId, groups.id), eq(memberships.userId, userId)))
    .where(and(eq(invitations.invitedBy, userId), isNull(invitations.inviteLinkId)))
    .orderBy(asc(invitations.createdAt), asc(invitations.id))
  return found.map(({ invitation, groupName, memberId }) => ({
    email: invitation.email,
    groupName: memberId ? groupName : null,
    ...toExportedInvitation(invitation),
  }))
}

// Contains the current names of the group and the inviter only if the user is a member of the group, or if the invitation is pending and
// does not rest.
async function invitationsTo(
  transaction: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<AccountExport['invitationsReceived']> {
  const found = await transaction
    .select({
      invitation: invitations,
      groupName: groups.name,
      memberId: memberships.userId,
      invitedByName: users.displayName,
      isResting: sql<boolean>`${isResting()}`,
    })
    .from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .leftJoin(users, eq(users.uid, invitations.invitedBy))
    .leftJoin(memberships, and(eq(memberships.groupId, groups.id), eq(memberships.userId, userId)))
    .where(eq(invitations.email, email))
    .orderBy(asc(invitations.createdAt), asc(invitations.id))
  return found.map(({ invitation, groupName, invitedByName, memberId, isResting }) => {
    const isVisible = memberId !== null || (invitation.status === 'pending' && !isResting)
    return {
      groupName: isVisible ? groupName : null,
      invitedByName: isVisible ? invitedByName : null,
      ...toExportedInvitation(invitation),
    }
  })
}

function toExportedInvitation({
  message,
  status,
  createdAt,
  updatedAt,
  expiresAt,
}: typeof invitations.$inferSelect) {
  return {
    message,
    status,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
