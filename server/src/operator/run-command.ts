import { OperatorError, rootCause } from '#platform/config/operator-error.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import type { CommandLine, Outcome, Print, PrintBytes } from './command.ts'
import { commands } from './commands.ts'
import { parseCommand, usageError } from './parse-command.ts'

export async function runCommand(
  services: Services,
  line: CommandLine,
  print: Print,
  printBytes: PrintBytes = async () => {},
): Promise<Outcome> {
  try {
    const parsed = parseCommand(commands, line)
    if (parsed === 'help' || parsed === 'version') throw usageError('No command was given.')
    services.log.info({ command: parsed.command.name }, 'the operator runs a command')
    await parsed.command.run(services, parsed.input, print, printBytes)
    return { exit: 0 }
  } catch (error) {
    return outcomeOf(error, services.log)
  }
}

export function outcomeOf(error: unknown, log?: Services['log']): Outcome {
  if (error instanceof OperatorError) return { exit: error.exitCode, refusal: error.message }
  if (error instanceof Problem) return { exit: 1, refusal: error.message }
  log?.error({ error }, 'a command of the operator failed')
  return { exit: 1, refusal: `The command failed: ${rootCause(error).message}` }
}
