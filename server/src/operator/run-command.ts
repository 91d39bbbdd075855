import { BackupRefusal } from '#backup/backup-file.ts'
import { ConfigError } from '#config.ts'
import { EmbeddedRefusal } from '#database/embedded/embedded-refusal.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { parseCommand, UsageError } from './parse-command.ts'
import { type Command, type Outcome, Refusal, type Say, type SayBytes } from './verb.ts'
import { verbs } from './verbs.ts'

/** Runs one command on the services. Never throws. */
export async function runCommand(
  services: Services,
  command: Command,
  say: Say,
  sayBytes: SayBytes = async () => {},
): Promise<Outcome> {
  try {
    const parsed = parseCommand(verbs, command.args, command.folder)
    if (parsed === 'help') throw new UsageError('No command was given.')
    services.log.info({ command: parsed.verb.name }, 'the operator asks')
    await parsed.verb.run(services, parsed.asked, say, sayBytes)
    return { exit: 0 }
  } catch (error) {
    return outcomeOf(error, services.log)
  }
}

/** What an error means to the operator. What nobody expected goes into the log, too. */
export function outcomeOf(error: unknown, log?: Services['log']): Outcome {
  if (error instanceof UsageError) return { exit: 2, refusal: error.message }
  if (isRefusal(error)) return { exit: 1, refusal: error.message }
  log?.error({ error }, 'a command of the operator failed')
  return { exit: 1, refusal: `It failed: ${bottomOf(error).message}` }
}

function isRefusal(error: unknown): error is Error {
  return [Problem, Refusal, BackupRefusal, ConfigError, EmbeddedRefusal].some(kind => error instanceof kind)
}

/** What is at the bottom of it: the driver's error, under those of the layers above. */
function bottomOf(error: unknown): Error {
  let bottom = error instanceof Error ? error : new Error(String(error))
  while (bottom.cause instanceof Error) bottom = bottom.cause
  return bottom
}
