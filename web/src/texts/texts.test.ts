import { describe, expect, test } from 'vitest'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { inOurWords } from './texts.ts'

const others: [string, Texts][] = [
  ['German', de],
  ['Arabic', ar],
]

describe.each(others)('in %s', (_, texts) => {
  // What the server says in notifications and refusals, with the names that must still be in it.
  test.each([
    ['Ana is now available in Choir', 'Ana', 'Choir'],
    ['You created a new group: Choir', 'Choir'],
    ['You deleted the group: Choir', 'Choir'],
    ['The group "Choir" has been deleted by the admin', 'Choir'],
    ['You left the group: Choir', 'Choir'],
    ['Ana left your group: Choir', 'Ana', 'Choir'],
    ['You sent 3 invitation(s) to join Choir', '3', 'Choir'],
    ['Ana joined your group: Choir', 'Ana', 'Choir'],
    ['Ana joined Choir', 'Ana', 'Choir'],
    ['Ana declined your invitation to join Choir', 'Ana', 'Choir'],
    ['Ana wants to hand over the group to you: Choir', 'Ana', 'Choir'],
    ['Ana declined to take over your group: Choir', 'Ana', 'Choir'],
    ['You took over the group: Choir', 'Choir'],
    ['Ana took over your group: Choir', 'Ana', 'Choir'],
    ['Ana is now the admin of Choir', 'Ana', 'Choir'],
    ['Too many verification emails. Please try again later.'],
    ['Too many sign-ups are waiting for this address. Please use “Forgot password?” on the login page.'],
    ['Too many requests. Please try again in a moment.'],
    ['Invalid email format: nobody', 'nobody'],
    ['You can invite at most 20 people at a time.', '20'],
    ['You can send at most 100 invitations a day.', '100'],
    ['You can send at most 20 invitations on the first day of your account.', '20'],
    [
      'ana@example.org has been sent too many invitations today. Please try again tomorrow.',
      'ana@example.org',
    ],
    ['Password must be at least 6 characters long', '6'],
    ['Display name is required.'],
    ['Group name must be at most 80 characters long.', '80'],
    ['Group name must not contain a web address.'],
    ['Description contains characters that cannot be shown.'],
  ])('“%s” is said with all that it tells', (sentence, ...told) => {
    const said = inOurWords(sentence, texts)
    expect(said).not.toBe(sentence)
    for (const part of told) expect(said).toContain(part)
  })

  test('an announcement stays as the operator wrote it', () => {
    expect(inOurWords('The hut is closed on Sunday.', texts)).toBe('The hut is closed on Sunday.')
  })

  test('nothing that is filled in is forgotten', () => {
    for (const [path, text] of entriesOf(en)) {
      const other = entriesOf(texts).find(([theirs]) => theirs === path)?.[1]
      if (typeof text === 'string') expect(bracesIn(String(other)), path).toEqual(bracesIn(text))
      else expect(text.length, path).toBe((other as typeof text).length)
    }
  })
})

test('Arabic counts in its six forms', () => {
  const { members } = ar.availability
  expect([0, 1, 2, 3, 11, 100].map(members)).toEqual([
    'لا أعضاء',
    'عضو واحد',
    'عضوان',
    '3 أعضاء',
    '11 عضوًا',
    '100 عضو',
  ])
})

type Entry = string | ((...parts: never[]) => unknown)

function entriesOf(texts: object, at = ''): [string, Entry][] {
  return Object.entries(texts).flatMap(([key, value]): [string, Entry][] => {
    if (key === 'said' || key === 'dateWords' || value === null) return []
    if (typeof value === 'object') return entriesOf(value, `${at}${key}.`)
    return [[`${at}${key}`, value]]
  })
}

function bracesIn(text: string): string[] {
  return text.match(/\{\w+\}/g) ?? []
}
