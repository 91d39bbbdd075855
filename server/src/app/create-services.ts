import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { becomeUnavailable } from '#availability/become-unavailable.ts'
import { createStatusNoticeCounter } from '#availability/refuse-changes.ts'
import type { Clock } from '#clock.ts'
import type { Config } from '#config.ts'
import type { OpenDatabase } from '#database/database.ts'
import { joinRequests } from '#database/schema.ts'
import { loadOrCreateSecret } from '#database/site-secret.ts'
import { leaveAllGroups } from '#group/leave-all-groups.ts'
import { refreshCreatedGroups, refreshGroups } from '#group/refresh-groups.ts'
import { createChangeDetector } from '#hook/change-detector.ts'
import { hookChannel } from '#hook/hook-channel.ts'
import { switchOffHook } from '#hook/switch-off-hook.ts'
import { cancelSentInvitations } from '#invitation/cancel-sent-invitations.ts'
import { inviteByLink } from '#invitation/invite-by-link.ts'
import { isInvited } from '#invitation/is-invited.ts'
import { findUsableLink } from '#invite-link/find-link.ts'
import { takeBackRequests } from '#invite-link/requests.ts'
import { Hub } from '#live/hub.ts'
import { openBus } from '#live/open-bus.ts'
import { emailChannel } from '#mail/email-channel.ts'
import { createTransport } from '#mail/transport.ts'
import { Counts } from '#metrics/counts.ts'
import { deleteNotifications } from '#notification/delete-notifications.ts'
import { unreadQuery } from '#notification/notifications.ts'
import { OutboxWorker } from '#outbox/outbox-worker.ts'
import { pushChannel } from '#push/push-channel.ts'
import { fulfilWatches } from '#ringing/fulfil-watches.ts'
import { createRinger } from '#ringing/ringer.ts'
import { createEarliestTime } from '#schedule/earliest-time.ts'
import type { Services } from '#services.ts'

export type Parts = { config: Config; clock: Clock; log: Logger; opened: OpenDatabase }

/** Does not start the workers. */
export async function createServices({ config, clock, log, opened }: Parts): Promise<Services> {
  const { database } = opened
  const counts = new Counts()
  const hub = new Hub(counts)
  const transport = await createTransport(config)
  const secret = config.authSecret ?? (await loadOrCreateSecret(config.dataDir))
  const bus = await openBus(config, { hub, secret, log, counts, openClient: opened.openBusClient })
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
    hub,
    bus,
    workers,
    changeDetector: createChangeDetector({ ...parts, workers }),
    ringer: createRinger(() => services),
    expiryTimes: createEarliestTime(),
    statusNoticeCounter: createStatusNoticeCounter(clock),
    secret,
    accountListener: {
      signedOut: (transaction, userId) => becomeUnavailable(transaction, services, userId),
      renamed: refreshGroups,
      disabledOrEnabled: refreshCreatedGroups,
      isInvited: (transaction, email) => isInvited(transaction, { clock }, email),
      findInviteLink: (on, code) => findUsableLink({ database: on, clock, secret }, code),
      openedInviteLink: (transaction, opened) => inviteByLink(transaction, { clock }, opened),
      deleted: async (transaction, user) => {
        await leaveAllGroups(transaction, { clock }, user)
        await takeBackRequests(transaction, eq(joinRequests.userId, user.userId))
        await cancelSentInvitations(transaction, { clock }, user.userId)
        await deleteNotifications(transaction, user.userId)
      },
    },
    availabilityListener: {
      availabilityChanged: (transaction, groupIds, at) => fulfilWatches(transaction, { clock }, groupIds, at),
    },
  }
  return services
}
