import { parseArgs } from 'node:util'
import { OperatorError } from '#operator-error.ts'
import type { Asked, Spoken } from './verb.ts'

/** Finds the verb in a command line and takes apart what follows; 'help' when that is what was asked for. Throws OperatorError. */
export function parseCommand<Known extends Spoken>(
  verbs: Known[],
  args: string[],
  folder: string,
): { verb: Known; asked: Asked } | 'help' {
  const { values, positionals } = parse(args)
  if (values.help || positionals.length === 0 || positionals[0] === 'help') return 'help'
  const verb = verbs.find(({ name }) => startsWith(positionals, name.split(' ')))
  if (!verb) throw usageError(`“${positionals.slice(0, 2).join(' ')}” is no command.`)
  const { help: _, ...options } = values
  for (const option of Object.keys(options))
    if (!Object.hasOwn(verb.options ?? {}, option))
      throw usageError(`“${verb.name}” has no option --${option}.`)
  const words = positionals.slice(verb.name.split(' ').length)
  return { verb, asked: { words: fitted(verb, words), options, folder } }
}

/** How a command is typed. */
export function usageOf({ name, takes, options }: Spoken): string {
  const shown = Object.values(options ?? {}).map(option => `[${option}]`)
  return [name, ...takes, ...shown].join(' ')
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        search: { type: 'string' },
        json: { type: 'boolean' },
      },
    })
  } catch (error) {
    // parseArgs explains itself at length; its first sentence is the one that matters.
    throw usageError(`${(error as Error).message.split(/\.\s|\n/)[0]?.replace(/\.$/, '')}.`)
  }
}

function startsWith(words: string[], name: string[]): boolean {
  return name.every((word, place) => words[place] === word)
}

function fitted(verb: Spoken, words: string[]): string[] {
  const { takes } = verb
  const takesRest = takes.at(-1)?.startsWith('<text')
  if (words.length < takes.length || (words.length > takes.length && !takesRest))
    throw usageError(`It is typed: ${usageOf(verb)}.`)
  return takesRest ? [...words.slice(0, takes.length - 1), words.slice(takes.length - 1).join(' ')] : words
}

/** The command line was not understood. */
export function usageError(message: string): OperatorError {
  return new OperatorError(message, { exitCode: 2 })
}
