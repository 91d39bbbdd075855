import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { becomeUnavailable } from '#features/availability/become-unavailable.ts'
import { createStatusNoticeCounter } from '#features/availability/refuse-changes.ts'
import { askNewlyAvailable } from '#features/call/ask-members.ts'
import { endCallsOf, withdrawCallsOf } from '#features/call/end-call.ts'
import { createCallMailer } from '#features/call/mail-asked.ts'
import { regainGroups } from '#features/group/admins/lose-admin.ts'
import { keepGroups } from '#features/group/admins/take-over-request.ts'
import { leaveAllGroups } from '#features/group/leave-all-groups.ts'
import { refreshAdministeredGroups, refreshGroups } from '#features/group/refresh-groups.ts'
import { createChangeDetector } from '#features/hook/change-detector.ts'
import { hookChannel } from '#features/hook/hook-channel.ts'
import { switchOffHook } from '#features/hook/switch-off-hook.ts'
import { findNewestInvitation } from '#features/invitation/invitation-code.ts'
import { inviteByLink } from '#features/invitation/invite-by-link.ts'
import { isInvited } from '#features/invitation/is-invited.ts'
import { findUsableLink } from '#features/invitation/link/find-link.ts'
import { takeBackRequests } from '#features/invitation/link/requests.ts'
import { unreadQuery } from '#features/notification/notifications.ts'
import { fulfilWatches } from '#features/ringing/fulfil-watches.ts'
import { createRinger } from '#features/ringing/ringer.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { Counts } from '#platform/counts.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { joinRequests } from '#platform/database/schema.ts'
import { loadOrCreateSecret } from '#platform/database/site-secret.ts'
import { createEarliestTime } from '#platform/jobs/earliest-time.ts'
import { Bus } from '#platform/live/bus.ts'
import { Hub } from '#platform/live/hub.ts'
import { emailChannel } from '#platform/mail/email-channel.ts'
import { createTransport } from '#platform/mail/transport.ts'
import { OutboxWorker } from '#platform/outbox/outbox-worker.ts'
import { pushChannel } from '#platform/push/push-channel.ts'
import { Site } from '#platform/site/site.ts'
import { deleteNotifications } from './features/notification/remove-notices.ts'
import type { Services } from './services.ts'

export type Parts = { config: Config; clock: Clock; log: Logger; opened: OpenDatabase }

/** Does not start the workers. */
export async function createServices({ config, clock, log, opened }: Parts): Promise<Services> {
  const { database } = opened
  const counts = new Counts()
  const hub = new Hub(counts)
  const transport = await createTransport(config)
  const secret = config.authSecret ?? (await loadOrCreateSecret(config.dataDir))
  const { openBusClient: openClient } = opened
  const bus = openClient ? new Bus({ secret, log, counts, openClient }) : null
  const site = new Site({ config, database, log })
  hub.onSite(() => site.refreshSoon())
  await site.refresh()
  const domain = new URL(config.appUrl).hostname
  const parts = { config, clock, log, database, counts }
  const workers = {
    email: new OutboxWorker(emailChannel({ ...parts, transport, domain }), parts),
    push: new OutboxWorker(pushChannel({ ...parts, secret, unreadQuery }), parts),
    hook: new OutboxWorker(
      hookChannel({ ...parts, secret, switchOff: hookId => switchOffHook(services, hookId) }),
      parts,
    ),
  }
  const services: Services = {
    ...parts,
    site,
    hub,
    bus,
    workers,
    changeDetector: createChangeDetector({ ...parts, workers }),
    ringer: createRinger(() => services),
    callMailer: createCallMailer(() => services),
    expiryTimes: createEarliestTime(),
    statusNoticeCounter: createStatusNoticeCounter(clock),
    secret,
    accountListener: {
      signedIn: (transaction, user) => keepGroups(transaction, { clock }, user),
      signedOut: (transaction, userId) => becomeUnavailable(transaction, services, userId),
      renamed: refreshGroups,
      disabledOrEnabled: async (transaction, userId) => {
        await withdrawCallsOf(transaction, { clock }, userId)
        await refreshAdministeredGroups(transaction, userId)
        await regainGroups(transaction, userId)
      },
      isInvited: (transaction, email) => isInvited(transaction, { clock }, email),
      findInviteLink: (on, code) => findUsableLink({ database: on, clock, secret }, code),
      openedInviteLink: (transaction, opened) => inviteByLink(transaction, { clock }, opened),
      newestInvitation: (on, email) => findNewestInvitation({ database: on, clock, secret }, email),
      deleted: async (transaction, user, fates) => {
        await leaveAllGroups(transaction, services, user, fates)
        await takeBackRequests(transaction, eq(joinRequests.userId, user.userId))
        await deleteNotifications(transaction, user.userId)
      },
    },
    availabilityListener: {
      availabilityChanged: async (transaction, members, at) => {
        const groupIds = [...new Set(members.map(({ groupId }) => groupId))]
        await fulfilWatches(transaction, { clock }, groupIds, at)
        await askNewlyAvailable(transaction, { clock }, members)
      },
    },
    membershipListener: {
      ended: (transaction, membership) => endCallsOf(transaction, { clock }, membership),
    },
  }
  return services
}
