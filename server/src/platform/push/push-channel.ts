import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { minuteMs, secondMs } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { type Database, rows } from '#platform/database/database.ts'
import type { Channel, Ending, Free, Lease } from '#platform/outbox/channel.ts'
import { takeDue } from '#platform/outbox/take-due.ts'
import { AcceptedPushes } from './accepted-pushes.ts'
import { composePush } from './compose-push.ts'
import { type EncryptedPush, Encryption } from './encryption.ts'
import { allowedAddressesOf, PushClient } from './push-client.ts'
import { isUrgent, type PushContent, topicOf } from './push-content.ts'
import { loadOrCreatePushKeys, type PushKeys } from './push-keys.ts'
import { isSilenced } from './quiet-hours.ts'
import {
  type Device,
  type DuePush,
  dropPush,
  outcomeOf,
  type SettleOptions,
  settleFailure,
} from './settle-push.ts'

type Options = SettleOptions & {
  secret: string
  config: Pick<Config, 'pushServices' | 'pushContact' | 'appUrl' | 'appName'>
  /** `userId` is an SQL expression, for example a column. */
  unreadQuery(userId: string): string
}

// A push service that does not respond gets few slots, so that pushes to the others need not wait for it. With a claim for each free
// slot, each claim would get only one push.
const limits = { most: 150, mostOf: 50, mostOfSlow: 5, refilledAt: 10 }

export function pushChannel(options: Options): Channel<DuePush> {
  const { database, clock, config, secret } = options
  const client = new PushClient()
  const encryption = new Encryption()
  const accepted = new AcceptedPushes(options)
  let keys: PushKeys | undefined
  let inFlight = 0

  async function deliver(push: DuePush): Promise<Ending> {
    const { id, device, content, settings, createdMs, expiresMs } = push
    const nowMs = clock.now().getTime()
    const addresses = device && allowedAddressesOf(device.endpoint, config.pushServices)
    if (!device || !addresses) await dropPush(options, push, device ? 'refused' : null)
    else if (expiresMs <= nowMs) await dropPush(options, push, 'expired')
    else if (isSilenced(content, settings, { createdMs, nowMs })) await dropPush(options, push, 'silenced')
    else {
      const result = await encrypt(push, device)
        .then(encrypted => client.post(device.endpoint, addresses, encrypted))
        .catch((error: Error) => error)
      const hasResponded = !(result instanceof Error)
      if (outcomeOf(result) !== 'sent')
        return { hasResponded, nextAttemptAt: await settleFailure(options, push, device, result) }
      await accepted.store({ pushId: id, deviceId: device.id }, inFlight === 1)
    }
    return { hasResponded: true }
  }

  async function encrypt(
    { content, expiresMs, unread, settings }: DuePush,
    device: Device,
  ): Promise<EncryptedPush> {
    const now = clock.now()
    return encryption.encrypt({
      device,
      payload: composePush(content, { ...config, ...settings, timeZone: device.timeZone, now, unread }),
      ttl: Math.max(1, Math.round((expiresMs - now.getTime()) / secondMs)),
      urgency: isUrgent(content.kind) ? 'high' : 'normal',
      topic: topicAt(device, content),
      keys: keys as PushKeys,
      contact: config.pushContact,
    })
  }

  return {
    name: 'push',
    leaseMs: minuteMs,
    lanes: [{ limits, claim: (free, lease) => claimPushes(options, free, lease) }],
    waiting: sql`pushes`,
    async start() {
      keys = await loadOrCreatePushKeys(database, secret)
    },
    async deliver(push) {
      inFlight++
      return deliver(push).finally(() => inFlight--)
    },
    async close() {
      client.close()
      await encryption.close()
    },
  }
}

/** The owner of a push is its push service: the host of the endpoint. */
export function claimPushes(
  { database, unreadQuery }: { database: Database; unreadQuery: Options['unreadQuery'] },
  { room, full }: Pick<Free, 'room' | 'full'>,
  lease: Lease,
): Promise<Omit<DuePush, 'leasedUntil'>[]> {
  const owner = sql`(select split_part(d.endpoint, '/', 3) from devices d where d.id = device_id)`
  return rows<Omit<DuePush, 'leasedUntil'>>(database)`
    with claimed as (
      -- Putting busy services last would read the devices of all due pushes.
      ${takeDue({ table: sql`pushes`, owner }, { room, full, busy: [] }, lease)}
      returning id, device_id, content, created_at, expires_at, attempts
    )
    select c.id::float8 as id, c.content, c.attempts, unread.unread, coalesce(split_part(d.endpoint, '/', 3), '') as owner,
      (extract(epoch from c.created_at) * 1000)::float8 as "createdMs",
      (extract(epoch from c.expires_at) * 1000)::float8 as "expiresMs",
      case when d.id is not null then json_build_object(
        'id', d.id, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'auth', d.auth, 'timeZone', d.time_zone
      ) end as device,
      json_build_object(
        'userId', u.uid, 'language', u.language, 'hidesNames', u.hides_names, 'quietHours', u.quiet_hours,
        'mutedUntilMs', (extract(epoch from u.muted_until) * 1000)::float8
      ) as settings
    from claimed c
    left join devices d on d.id = c.device_id
    left join users u on u.uid = d.user_id
    cross join lateral (${sql.raw(unreadQuery('d.user_id'))}) unread`
}

/** The topic is different for each device, so that a push service does not see which devices get pushes about one group. */
function topicAt({ id }: Device, content: PushContent): string {
  return createHash('sha256')
    .update(`${id} ${topicOf(content)}`)
    .digest('base64url')
    .slice(0, 32)
}
