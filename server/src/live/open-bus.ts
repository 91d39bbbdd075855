import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '#config.ts'
import { newId } from '#new-id.ts'
import type { Act } from './act.ts'
import type { Bus } from './bus.ts'
import type { Hub } from './hub.ts'
import { NatsBus } from './nats-bus.ts'
import { PostgresBus } from './postgres-bus.ts'

/**
 * Joins a hub with those of the other nodes: by the database itself, or by NATS. Where neither answers it is tried on and on.
 * Null: on the embedded database a node is the only one.
 */
export async function openBus(
  { databaseUrl, natsUrl }: Pick<Config, 'databaseUrl' | 'natsUrl'>,
  { hub, secret, log }: { hub: Hub; secret: string; log: Logger },
): Promise<Bus | null> {
  if (!databaseUrl) return null
  const options = { node: newId(), log, onAct: (act: Act) => hub.hear(act) }
  const site = createHmac('sha256', secret).update('site').digest('hex').slice(0, 12)
  const bus = natsUrl
    ? new NatsBus({ ...options, url: natsUrl, site })
    : new PostgresBus({ ...options, url: databaseUrl })
  hub.join(bus)
  await bus.open()
  return bus
}
