import * as z from 'zod/mini'
import { askers } from './call.ts'
import { endpointsOf } from './endpoint.ts'
import { invitationBlocksSchema } from './invitation-block.ts'
import { keySchema } from './key.ts'
import { notificationSchema } from './notification.ts'
import { passkeySchema } from './passkey.ts'
import { questionSettingsSchema } from './question.ts'
import { coverageAlerts, ringingRules } from './ringing.ts'
import { ringingSettingsSchema } from './ringing-settings.ts'

const endpoint = endpointsOf('account')

/** An export contains at most this many notifications: the newest ones. */
export const maxExportedNotifications = 10_000

const instant = z.iso.datetime()
const invitation = {
  /** Null if the user is not allowed to see the group's current name. */
  groupName: z.nullable(z.string()),
  message: z.string(),
  status: z.enum(['pending', 'accepted', 'declined', 'cancelled', 'expired']),
  createdAt: instant,
  updatedAt: instant,
  expiresAt: instant,
}

/** About other users, the export contains only data that the exporting user has entered or may see in the app. */
export const accountExportSchema = z
  .object({
    exportedAt: instant,
    account: z.object({
      uid: z.string(),
      email: z.string(),
      displayName: z.string(),
      language: z.string(),
      createdAt: instant,
      emailVerifiedAt: z.nullable(instant),
      isOperator: z.boolean(),
      invitationEmailsBlockedAt: z.nullable(instant),
    }),
    invitationBlocks: invitationBlocksSchema,
    identities: z.array(z.object({ issuer: z.string(), subject: z.string(), linkedAt: instant })),
    passkeys: z.array(z.omit(passkeySchema, { id: true })),
    memberships: z.array(
      z.object({
        groupId: z.string(),
        groupName: z.string(),
        status: z.boolean(),
        lastUpdated: instant,
        until: z.nullable(instant),
        note: z.nullable(z.string()),
        /** In minutes. */
        usualEnd: z.nullable(z.int()),
        joinedAt: instant,
        /** Since when the user is a deputy. */
        deputySince: z.nullable(instant),
        /** When the user, as a deputy, asked to take over the group. */
        takeOverAskedAt: z.nullable(instant),
        /** Whether the user, as a deputy, does not hear of it when members ask to come, or go. */
        ignoresMembers: z.boolean(),
        rings: z.enum(ringingRules),
        coverageAlerts: z.nullable(z.enum(coverageAlerts)),
        ignoresCalls: z.boolean(),
        shownOutside: z.boolean(),
        follows: z.array(z.object({ userId: z.string(), displayName: z.string() })),
        questions: z.object({
          ...questionSettingsSchema.shape,
          /** When the question was asked or `endsUnanswered` was chosen, whichever was later. Null if no question is open. */
          askedAt: z.nullable(instant),
          confirmedAt: z.nullable(instant),
        }),
        watches: z.array(
          z.object({
            member: z.nullable(z.object({ userId: z.string(), displayName: z.string() })),
            needed: z.nullable(z.int()),
            endsAt: instant,
          }),
        ),
      }),
    ),
    groupsCreated: z.array(
      z.object({
        groupId: z.string(),
        name: z.string(),
        description: z.string(),
        /** In minutes. */
        askingInterval: z.nullable(z.int()),
        needed: z.nullable(z.int()),
        askers: z.nullable(z.enum(askers)),
        created: instant,
      }),
    ),
    invitationsSent: z.array(z.object({ email: z.string(), ...invitation })),
    invitationsReceived: z.array(z.object({ invitedByName: z.nullable(z.string()), ...invitation })),
    inviteLinks: z.array(
      z.object({
        groupId: z.string(),
        createdAt: instant,
        expiresAt: instant,
        revokedAt: z.nullable(instant),
        maxUses: z.int(),
        uses: z.int(),
        needsApproval: z.boolean(),
      }),
    ),
    /** The open questions of the user, and what the user has answered to those of others. */
    calls: z.array(
      z.object({
        groupId: z.string(),
        text: z.string(),
        everybody: z.boolean(),
        needed: z.nullable(z.int()),
        openedAt: instant,
        endsAt: instant,
      }),
    ),
    callAnswers: z.array(
      z.object({
        groupId: z.string(),
        text: z.string(),
        can: z.boolean(),
        words: z.nullable(z.string()),
      }),
    ),
    boards: z.array(
      z.object({
        groupId: z.string(),
        createdAt: instant,
        expiresAt: z.nullable(instant),
        lastSeenOn: z.nullable(z.iso.date()),
        showsNames: z.boolean(),
        showsCalls: z.boolean(),
        frameOrigins: z.array(z.string()),
      }),
    ),
    joinRequests: z.array(z.object({ groupName: z.string(), askedAt: instant })),
    ringing: ringingSettingsSchema,
    devices: z.array(z.object({ name: z.string(), createdAt: instant, rungAt: z.nullable(instant) })),
    /** The user's hooks and the hooks of the groups that the user created or took over, without addresses and secrets. */
    hooks: z.array(
      z.object({
        /** Null if the hook is the user's own. */
        groupId: z.nullable(z.string()),
        name: z.string(),
        kind: z.string(),
        host: z.string(),
        timeZone: z.string(),
        tellsNotifications: z.boolean(),
        tellsOwnStatus: z.boolean(),
        tellsNames: z.boolean(),
        tellsCallTexts: z.boolean(),
        createdAt: instant,
        offAt: z.nullable(instant),
        outcomes: z.array(z.object({ at: instant, status: z.nullable(z.int()) })),
      }),
    ),
    /** Newest first. `lastSeenOn` is a day in UTC. */
    sessions: z.array(
      z.object({ browser: z.nullable(z.string()), createdAt: instant, lastSeenOn: z.iso.date() }),
    ),
    /** The keys that have not ended, without their tokens. */
    keys: z.array(z.omit(keySchema, { id: true })),
    /** When the user became Available in the last 7 days, in the user's present groups. */
    statusNotices: z.array(z.object({ groupId: z.string(), groupName: z.string(), createdAt: instant })),
    /** Status notices, fulfilled watches, coverage alerts and what was told of calls are left out, because they can reveal what other users did. */
    notifications: z.array(notificationSchema),
  })
  .register(z.globalRegistry, { id: 'AccountExport' })

export type AccountExport = z.infer<typeof accountExportSchema>

export const exportAccount = endpoint('exportAccount', {
  request: 'GET /api/account/export',
  answer: () => accountExportSchema,
  refusals: ['too-many-requests'],
})
