import pino from 'pino'
import { createServices } from '#app/create-services.ts'
import { systemClock } from '#clock.ts'
import type { Config } from '#config.ts'
import { askServer, connectTo, controlSocket } from './control-socket.ts'
import { openForCommand } from './open-for-command.ts'
import { runCommand } from './run-command.ts'
import type { Command, Outcome, Say, SayBytes } from './verb.ts'

/** Has the server that runs here do it, or, when none does, does it on the database itself. */
export async function perform(
  config: Config,
  command: Command,
  say: Say,
  sayBytes?: SayBytes,
): Promise<Outcome> {
  const server = await connectTo(controlSocket(config.dataDir))
  if (server) return askServer(server, command, say, sayBytes)
  const opened = await openForCommand(config)
  try {
    const log = pino({ level: 'silent' })
    const services = await createServices({ config, clock: systemClock, log, opened })
    // Closed before the database is: servers elsewhere have heard of everything then.
    return await runCommand(services, command, say, sayBytes).finally(() => services.bus?.close())
  } finally {
    await opened.close()
  }
}
