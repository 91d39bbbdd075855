import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '#config.ts'
import type { Counts } from '#metrics/counts.ts'
import { newId } from '#new-id.ts'
import type { Bus } from './bus.ts'
import type { Hub } from './hub.ts'
import type { HubCommand } from './hub-command.ts'
import { PostgresBus } from './postgres-bus.ts'

type Parts = { hub: Hub; secret: string; log: Logger; counts: Counts; connectionName: string }

/** Opens the bus and connects the hub to it. Returns null with the embedded database, because such a site has only one node. */
export async function openBus(
  { databaseUrl, natsUrl }: Pick<Config, 'databaseUrl' | 'natsUrl'>,
  { hub, secret, log, counts, connectionName }: Parts,
): Promise<Bus | null> {
  if (!databaseUrl) return null
  const options = {
    node: newId(),
    // 128 bits that cannot be guessed without the site's secret. They are part of every name on the bus.
    name: createHmac('sha256', secret).update('bus').digest('hex').slice(0, 32),
    connectionName,
    log,
    counts,
    onCommand: (command: HubCommand) => hub.receive(command),
  }
  const bus = natsUrl
    ? new (await import('./nats-bus.ts')).NatsBus({ ...options, url: natsUrl })
    : new PostgresBus({ ...options, url: databaseUrl })
  hub.join(bus)
  await bus.open()
  return bus
}
