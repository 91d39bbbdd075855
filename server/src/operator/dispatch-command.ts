import pino from 'pino'
import { createServices } from '#create-services.ts'
import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { CommandLine, Outcome, Print, PrintBytes } from './command.ts'
import { connectToServer, sendCommand } from './control-client.ts'
import { forCommand } from './open-for-command.ts'
import { runCommand } from './run-command.ts'

/** Runs a command in the running server or, if no server is running, directly on the database. */
export async function dispatchCommand(
  config: Config,
  line: CommandLine,
  print: Print,
  printBytes?: PrintBytes,
): Promise<Outcome> {
  const server = await connectToServer(config.dataDir)
  if (server) return sendCommand(server, line, print, printBytes)
  return forCommand(config, async opened => {
    const log = pino({ level: 'silent' })
    const services = await createServices({ config, clock: systemClock, log, opened })
    return runCommand(services, line, print, printBytes)
  })
}
