import { describe, expect, test } from 'vitest'
import { OperatorError } from '#operator-error.ts'
import { localVerbs } from './local-verbs.ts'
import { parseCommand } from './parse-command.ts'
import { verbs } from './verbs.ts'

const parse = (...args: string[]) => {
  const parsed = parseCommand([...verbs, ...localVerbs], args, '/here')
  return parsed === 'help' ? parsed : [parsed.verb.name, parsed.asked]
}

describe('a command line', () => {
  test('names a verb, and what it takes', () => {
    expect(parse('users', 'disable', 'ana@example.org')).toEqual([
      'users disable',
      { words: ['ana@example.org'], options: {}, folder: '/here' },
    ])
    expect(parse('users', 'list', '--search', 'ana', '--json')).toEqual([
      'users list',
      { words: [], options: { search: 'ana', json: true }, folder: '/here' },
    ])
    expect(parse('link', 'reset', 'ana@example.org')).toMatchObject([
      'link',
      { words: ['reset', 'ana@example.org'] },
    ])
  })

  test('takes a text with or without quotes', () => {
    const asked = { words: ['Back at noon.'], options: {}, folder: '/here' }
    expect(parse('announce', 'Back at noon.')).toEqual(['announce', asked])
    expect(parse('announce', 'Back', 'at', 'noon.')).toEqual(['announce', asked])
  })

  test.each([[], ['--help'], ['-h'], ['help'], ['users', 'list', '--help']])('asks for help: %s', (...args) =>
    expect(parse(...args)).toBe('help'),
  )

  test.each([
    [['fly'], '“fly” is no command.'],
    [['users'], '“users” is no command.'],
    [['users', 'fly', 'away'], '“users fly” is no command.'],
    [['users', 'disable'], 'It is typed: users disable <email>.'],
    [['users', 'disable', 'a@b.c', 'd@e.f'], 'It is typed: users disable <email>.'],
    [['users', 'list', 'ana'], 'It is typed: users list [--search <text>] [--json].'],
    [['users', 'disable', 'a@b.c', '--json'], '“users disable” has no option --json.'],
    [['users', 'list', '--jsn'], "Unknown option '--jsn'."],
    [['announce'], 'It is typed: announce <text>.'],
  ])('that cannot be understood is answered in one sentence: %s', (args, sentence) => {
    expect(() => parse(...args)).toThrow(new OperatorError(sentence, { exitCode: 2 }))
  })
})
