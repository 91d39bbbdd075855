import type { Logger } from 'pino'
import type { Config } from '#platform/config/config.ts'
import type { Counts } from '#platform/counts.ts'
import { hashToken, newId } from '#platform/tokens.ts'
import type { Bus } from './bus.ts'
import type { Hub } from './hub.ts'
import type { HubCommand } from './hub-command.ts'
import { type OpenClient, PostgresBus } from './postgres-bus.ts'

type Parts = {
  hub: Hub
  secret: string
  log: Logger
  counts: Counts
  openClient: OpenClient | undefined
}

/** Opens the bus and connects the hub to the bus. Returns null without `openClient`: the embedded database allows only one node. */
export async function openBus(
  { natsUrl }: Pick<Config, 'natsUrl'>,
  { hub, secret, log, counts, openClient }: Parts,
): Promise<Bus | null> {
  if (!openClient) return null
  const options = {
    node: newId(),
    // Other programs that use the same bus cannot guess these 128 bits.
    name: hashToken(secret, 'bus').toString('hex').slice(0, 32),
    log,
    counts,
    onCommand: (command: HubCommand) => hub.receive(command),
  }
  const bus = natsUrl
    ? new (await import('./nats-bus.ts')).NatsBus({ ...options, url: natsUrl })
    : new PostgresBus({ ...options, openClient })
  hub.join(bus)
  await bus.open()
  return bus
}
