import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '#config.ts'
import type { Counts } from '#metrics/counts.ts'
import { newId } from '#new-id.ts'
import type { Bus } from './bus.ts'
import type { Hub } from './hub.ts'
import type { HubCommand } from './hub-command.ts'
import { NatsBus } from './nats-bus.ts'
import { PostgresBus } from './postgres-bus.ts'

type Joined = { hub: Hub; secret: string; log: Logger; counts: Counts; connectionName: string }

/**
 * Connects a hub with the hubs of the other nodes, over PostgreSQL or NATS. If that fails, the bus keeps trying. Returns null for
 * the embedded database, which has only one node.
 */
export async function openBus(
  { databaseUrl, natsUrl }: Pick<Config, 'databaseUrl' | 'natsUrl'>,
  { hub, secret, log, counts, connectionName }: Joined,
): Promise<Bus | null> {
  if (!databaseUrl) return null
  // A secret of 128 bits, shared by the site's nodes. It is part of every name on the bus.
  const name = derived(secret, 'bus').slice(0, 32)
  const options = {
    node: newId(),
    name,
    connectionName,
    log,
    counts,
    onCommand: (command: HubCommand) => hub.receive(command),
  }
  const bus = natsUrl
    ? new NatsBus({ ...options, url: natsUrl, olderName: derived(secret, 'site').slice(0, 12) })
    : new PostgresBus({ ...options, url: databaseUrl })
  hub.join(bus)
  await bus.open()
  return bus
}

function derived(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('hex')
}
