import { describe, expect, test } from 'vitest'
import { OperatorError } from '#platform/config/operator-error.ts'
import { commands } from './commands.ts'
import { localCommands } from './help.ts'
import { parseCommand } from './parse-command.ts'

const parse = (...args: string[]) => {
  const parsed = parseCommand([...commands, ...localCommands], { args, folder: '/here' })
  return typeof parsed === 'string' ? parsed : [parsed.command.name, parsed.input]
}

describe('a command line', () => {
  test('consists of a command, its parameters and its options', () => {
    expect(parse('users', 'disable', 'ana@example.org')).toEqual([
      'users disable',
      { positionals: ['ana@example.org'], options: {}, folder: '/here' },
    ])
    expect(parse('users', 'list', '--search', 'ana', '--json')).toEqual([
      'users list',
      { positionals: [], options: { search: 'ana', json: true }, folder: '/here' },
    ])
    expect(parse('link', 'reset', 'ana@example.org')).toMatchObject([
      'link',
      { positionals: ['reset', 'ana@example.org'] },
    ])
  })

  test.each([['version'], ['--version'], ['-v'], ['users', 'list', '--version']])(
    'asks for the version: %s %s %s',
    (...args) => {
      expect(parse(...args)).toBe('version')
    },
  )

  test('accepts a text with or without quotes', () => {
    const input = { positionals: ['Back at noon.'], options: {}, folder: '/here' }
    expect(parse('announce', 'Back at noon.')).toEqual(['announce', input])
    expect(parse('announce', 'Back', 'at', 'noon.')).toEqual(['announce', input])
  })

  test.each([[], ['--help'], ['-h'], ['help'], ['users', 'list', '--help']])(
    'asks for help if it is empty, begins with help, or contains -h or --help: case %#',
    (...args) => expect(parse(...args)).toBe('help'),
  )

  test.each([
    [['fly'], '“fly” is not a command.'],
    [['users'], '“users” is not a command.'],
    [['users', 'fly', 'away'], '“users fly” is not a command.'],
    [['users', 'disable'], 'Usage: users disable <email>.'],
    [['users', 'disable', 'a@b.c', 'd@e.f'], 'Usage: users disable <email>.'],
    [['users', 'list', 'ana'], 'Usage: users list [--search <text>] [--json].'],
    [['users', 'disable', 'a@b.c', '--json'], '“users disable” has no option --json.'],
    [['users', 'list', '--jsn'], "Unknown option '--jsn'."],
    [['announce'], 'Usage: announce <text>.'],
  ])('%s is refused in one sentence', (args, sentence) => {
    expect(() => parse(...args)).toThrow(new OperatorError(sentence, { exitCode: 2 }))
  })
})
