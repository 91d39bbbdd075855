import { parseArgs } from 'node:util'
import { OperatorError } from '#platform/config/operator-error.ts'
import type { CommandInput, CommandLine, CommandSyntax } from './command.ts'

/** Returns 'help' or 'version' if the command line asks for the usage text or the version, which need no settings. Throws OperatorError if it is invalid. */
export function parseCommand<Known extends CommandSyntax>(
  commands: Known[],
  { args, folder }: CommandLine,
): { command: Known; input: CommandInput } | 'help' | 'version' {
  const { values, positionals } = parse(args)
  if (values.version || positionals.join() === 'version') return 'version'
  if (values.help || positionals.length === 0 || positionals[0] === 'help') return 'help'
  const command = commands.find(({ name }) => startsWith(positionals, name.split(' ')))
  if (!command) throw usageError(`“${positionals.slice(0, 2).join(' ')}” is not a command.`)
  const { help: _, version: __, ...options } = values
  for (const option of Object.keys(options))
    if (!Object.hasOwn(command.options ?? {}, option))
      throw usageError(`“${command.name}” has no option --${option}.`)
  const rest = positionals.slice(command.name.split(' ').length)
  return { command, input: { positionals: matchParameters(command, rest), options, folder } }
}

export function syntaxOf({ name, parameters, options }: CommandSyntax): string {
  const shown = Object.values(options ?? {}).map(option => `[${option}]`)
  return [name, ...parameters, ...shown].join(' ')
}

export function usageError(message: string): OperatorError {
  return new OperatorError(message, { exitCode: 2 })
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
        search: { type: 'string' },
        json: { type: 'boolean' },
        name: { type: 'string' },
        groups: { type: 'string' },
        'without-admin': { type: 'boolean' },
      },
    })
  } catch (error) {
    // Only the first sentence of the message of `parseArgs` is useful for the operator.
    throw usageError(`${(error as Error).message.split(/\.\s|\n/)[0]?.replace(/\.$/, '')}.`)
  }
}

function startsWith(positionals: string[], name: string[]): boolean {
  return name.every((word, index) => positionals[index] === word)
}

function matchParameters(command: CommandSyntax, positionals: string[]): string[] {
  const { length, [length - 1]: last } = command.parameters
  const takesRest = last?.startsWith('<text') ?? false
  if (positionals.length < length || (positionals.length > length && !takesRest))
    throw usageError(`Usage: ${syntaxOf(command)}.`)
  return takesRest
    ? [...positionals.slice(0, length - 1), positionals.slice(length - 1).join(' ')]
    : positionals
}
