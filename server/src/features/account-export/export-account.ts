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
import { hourMs, inJson } from '#platform/clock.ts'
import { rows, type Transaction } from '#platform/database/database.ts'
import { devices, groups, identities, invitations, memberships, users } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import type { Services } from '#services.ts'
import {
  boardsOf,
  callAnswersOf,
  groupsCreatedBy,
  hooksOf,
  inviteLinksOf,
  joinRequestsOf,
  openCallsOf,
} from './export-groups.ts'
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
      const { email, displayName, language, createdAt, emailVerifiedAt, isOperator } = account
      const now = clock.now()
      const invitationEmailsBlockedAt = await emailBlockedAt({ database: transaction, secret }, email)
      return {
        exportedAt: now,
        account: {
          ...{ uid: userId, email, displayName, language, createdAt, emailVerifiedAt, isOperator },
          invitationEmailsBlockedAt,
        },
        invitationBlocks: await readInvitationBlocks(transaction, { userId }),
        identities: await identitiesOf(transaction, userId),
        passkeys: (await passkeysOf(transaction, userId)).map(toPasskey).map(withoutId),
        memberships: await membershipsOf(transaction, userId),
        groupsCreated: await groupsCreatedBy(transaction, userId),
        invitationsSent: await invitationsSentBy(transaction, userId),
        invitationsReceived: await invitationsTo(transaction, { userId, email }),
        inviteLinks: await inviteLinksOf(transaction, userId),
        calls: await openCallsOf(transaction, userId),
        callAnswers: await callAnswersOf(transaction, userId),
        boards: await boardsOf(transaction, userId),
        joinRequests: await joinRequestsOf(transaction, userId),
        ringing: await readRingingSettings(transaction, { userId, now }),
        devices: await devicesOf(transaction, userId),
        hooks: await hooksOf(transaction, userId),
        sessions: (await readSessionsOf(transaction, { userId, now })).map(withoutId),
        keys: (await readKeysOf(transaction, { userId, now })).map(toKey).map(withoutId),
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
  return inJson(found)
}

function withoutId<Listed extends { id: string }>({ id: _, ...exported }: Listed): Omit<Listed, 'id'> {
  return exported
}

function identitiesOf(transaction: Transaction, userId: string) {
  const { issuer, subject, linkedAt } = identities
  return transaction
    .select({ issuer, subject, linkedAt })
    .from(identities)
    .where(eq(identities.userId, userId))
}

/** Leaves out the push endpoints and the encryption keys of the devices, because they are secret. */
function devicesOf(transaction: Transaction, userId: string) {
  const { name, createdAt, rungAt } = devices
  return transaction
    .select({ name, createdAt, rungAt })
    .from(devices)
    .where(eq(devices.userId, userId))
    .orderBy(asc(createdAt), asc(devices.id))
}

const mostNoticesOfGroup = 1_000

// Status notices about other members are not exported: the server deletes them after 7 days, but the file could be kept longer.
async function statusNoticesAbout(
  transaction: Transaction,
  userId: string,
): Promise<AccountExport['statusNotices']> {
  return rows<AccountExport['statusNotices'][number]>(transaction)`
    select s.group_id as "groupId", s.group_name as "groupName", to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from memberships m cross join lateral (
      select * from status_notices where group_id = m.group_id and user_id = m.user_id
      order by number desc limit ${mostNoticesOfGroup}
    ) s
    where m.user_id = ${userId} order by s.id`
}

const { message, status, createdAt, updatedAt, expiresAt } = invitations
const invitationColumns = { message, status, createdAt, updatedAt, expiresAt }

// Leaves out invitations that were made from an invite link, because their inviter does not know the invited addresses.
async function invitationsSentBy(transaction: Transaction, userId: string) {
  const { email } = invitations
  const found = await transaction
    .select({ ...invitationColumns, email, name: groups.name, memberId: memberships.userId })
    .from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .leftJoin(memberships, and(eq(memberships.groupId, groups.id), eq(memberships.userId, userId)))
    .where(and(eq(invitations.invitedBy, userId), isNull(invitations.inviteLinkId)))
    .orderBy(asc(createdAt), asc(invitations.id))
  return found.map(({ name, memberId, ...sent }) => ({ ...sent, groupName: memberId ? name : null }))
}

// Contains the current names of the group and the inviter only if the user is a member of the group, or if the invitation is pending and
// does not rest.
async function invitationsTo(transaction: Transaction, { userId, email }: { userId: string; email: string }) {
  const found = await transaction
    .select({
      ...invitationColumns,
      names: { groupName: groups.name, invitedByName: sql<string | null>`${users.displayName}` },
      memberId: memberships.userId,
      isResting: sql<boolean>`${isResting()}`,
    })
    .from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .leftJoin(users, eq(users.uid, invitations.invitedBy))
    .leftJoin(memberships, and(eq(memberships.groupId, groups.id), eq(memberships.userId, userId)))
    .where(eq(invitations.email, email))
    .orderBy(asc(createdAt), asc(invitations.id))
  return found.map(({ names, memberId, isResting, ...received }) => {
    const isVisible = memberId !== null || (received.status === 'pending' && !isResting)
    return { ...received, ...(isVisible ? names : { groupName: null, invitedByName: null }) }
  })
}
