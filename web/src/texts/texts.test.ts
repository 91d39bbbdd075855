import { newPassword } from '@grouplight/contract/account.ts'
import { availabilityNote, maxNoteLength } from '@grouplight/contract/availability.ts'
import { groupDescription, groupName } from '@grouplight/contract/group.ts'
import { hookSentences } from '@grouplight/contract/hook.ts'
import { invitedEmail } from '@grouplight/contract/invitation.ts'
import {
  type NotificationKind,
  notificationSentences,
  type Sentence,
  sentenceOf,
} from '@grouplight/contract/notification.ts'
import { problemSentences, problemStatus } from '@grouplight/contract/problem.ts'
import { pushSentences } from '@grouplight/contract/push.ts'
import { inputSentences } from '@grouplight/contract/text.ts'
import * as arabic from '@grouplight/contract/translations/ar.ts'
import * as german from '@grouplight/contract/translations/de.ts'
import { describe, expect, test } from 'vitest'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { reasonText, textLoaders } from './texts.ts'

const others = await Promise.all(
  Object.entries(textLoaders).map(async ([language, loadTexts]) => [language, await loadTexts()] as const),
)

const inputEntries = Object.entries(inputSentences).map(([reason, text]) => [`invalid-input.${reason}`, text])
const english: Record<string, Sentence> = {
  ...notificationSentences,
  ...problemSentences,
  ...Object.fromEntries(inputEntries),
}
const kinds = Object.keys(notificationSentences) as NotificationKind[]

/** Returns a notification of the given kind, with values for all names and numbers that its sentence may contain. */
function notificationOf(kind: string, more: { relatedGroupName?: string; count?: number | null } = {}) {
  const [type = '', action = '', recipientRole = null] = kind.split('.')
  const names = { relatedUserName: 'Ana', relatedGroupName: 'Choir' }
  return { type, action, recipientRole, ...names, count: 3, needed: 5, ...more }
}

describe.each(others)('in %s', (_, texts) => {
  test('every sentence of the contract has a translation with the same placeholders', () => {
    for (const [key, sentence] of Object.entries(english)) {
      const translated = (texts.messages as Record<string, Sentence>)[key] ?? ''
      expect(templateOf(translated), key).not.toBe(templateOf(sentence))
      expect(partsIn(translated), key).toEqual(partsIn(sentence))
    }
  })

  test('every code of a refusal has a sentence', () => {
    for (const code of [...Object.keys(problemStatus), 'unreachable'] as (keyof typeof problemStatus)[])
      expect(texts.problem.sentences[code], code).toMatch(/[^ ]/)
  })

  test.each([...kinds])('a name that looks like a sentence or a placeholder is not changed: %s', kind => {
    const group = 'The Saturday group joined forces with Sunday: {user} left {count}'
    const parts = { user: 'Ana', group, count: 3, needed: 5, missing: 2 }
    const sentence = sentenceOf(notificationOf(kind, { relatedGroupName: group }), texts.messages)
    expect(sentence).toBe(
      templateOf(texts.messages[kind]).replace(
        /\{(\w+)\}/g,
        (_, part: keyof typeof parts) => `${parts[part]}`,
      ),
    )
  })

  test('an announcement, an unknown notification and a notification without its number have no translation', () => {
    for (const notification of [
      notificationOf('admin.announced'),
      notificationOf('poll.closed'),
      notificationOf('membership.left'),
      notificationOf('invite.sent', { count: null }),
    ])
      expect(sentenceOf(notification, texts.messages)).toBeNull()
  })

  test.each([
    [groupName, ' ', [texts.group.name]],
    [groupName, 'x'.repeat(81), [texts.group.name, '80']],
    [groupName, 'www.example.org', [texts.group.name]],
    [groupName, '\u202eabc', [texts.group.name]],
    [groupName, '\u200b', [texts.group.name]],
    [availabilityNote, 'x'.repeat(maxNoteLength + 1), [texts.availability.whatFor, `${maxNoteLength}`]],
    [groupDescription, 'x'.repeat(501), [texts.group.description, '500']],
    [newPassword, '12345', ['6']],
    [newPassword, 'x'.repeat(129), ['128']],
    [invitedEmail, 'nobody', ['nobody']],
  ])(
    'the sentence about an invalid input is translated and contains all its values (%#)',
    (schema, text, parts) => {
      const issue = schema.safeParse(text).error?.issues[0]
      const sentence = reasonText('invalid-input', issue?.code === 'custom' ? issue.params : {}, texts)
      expect(sentence).not.toBe(issue?.message)
      for (const part of parts) expect(sentence).toContain(part)
    },
  )

  test('a refusal has a sentence only if its reason is known and no number is missing', () => {
    const params = { reason: 'first-day', max: 20 }
    expect(reasonText('too-many-invitations', params, texts)).toContain('20')
    expect(reasonText('too-many-invitations', { reason: 'first-day' }, texts)).toBeNull()
    expect(reasonText('too-many-invitations', { reason: 'unknown' }, texts)).toBeNull()
    expect(reasonText('group-full', undefined, texts)).toBeNull()
  })

  test('every text has the same placeholders, or as many parameters, as in English', () => {
    expectSameParts(texts, en)
  })
})

// The files of all folders, which hold the texts that are loaded later.
const later = import.meta.glob<Record<string, object>>('./*/{en,de,ar}.ts', { eager: true })
const folders = [...new Set(Object.keys(later).map(path => path.split('/')[1] ?? ''))]

/** Throws if the folder has no texts in this language. */
function textsIn(folder: string, language: string): object {
  const texts = later[`./${folder}/${language}.ts`]?.[language]
  if (!texts) throw new Error(`The folder ${folder} has no texts in ${language}.`)
  return texts
}

test('the folders of texts are found', () => {
  expect(folders).toEqual(expect.arrayContaining(['availability', 'privacy', 'watch']))
})

describe.each(folders)('in the folder %s', folder => {
  test.each(Object.keys(textLoaders))(
    'every text has the same placeholders in %s as in English',
    language => {
      expectSameParts(textsIn(folder, language), textsIn(folder, 'en'))
    },
  )
})

test.each([
  ['de', german],
  ['ar', arabic],
])('every sentence of a push or a hook has the same placeholders in %s as in English', (_, translated) => {
  expectSameParts(translated.pushSentences, pushSentences)
  expectSameParts(translated.hookSentences, hookSentences)
})

test.each([
  [de, 'Ana hat deine Einladung in The Saturday group joined forces with Sunday abgelehnt'],
  [ar, 'رفض Ana دعوتك إلى The Saturday group joined forces with Sunday'],
])('a group name that looks like a sentence is not translated (%#)', (texts, sentence) => {
  const relatedGroupName = 'The Saturday group joined forces with Sunday'
  expect(sentenceOf(notificationOf('invite.declined', { relatedGroupName }), texts.messages)).toBe(sentence)
})

test('Arabic counts with its six plural forms', () => {
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

test.each([
  [en, ['Enough · 5 of 4', '3 of 4 needed · 1 more', '1 of 3 needed · 2 more']],
  [de, ['Genug · 5 von 4', '3 von 4 nötig · 1 fehlt', '1 von 3 nötig · 2 fehlen']],
  [ar, ['العدد كافٍ · 5 من 4', '3 من 4 مطلوبين · ينقص عضو واحد', '1 من 3 مطلوبين · ينقص عضوان']],
])(
  'the sentences about the needed number have the right plural forms (%#)',
  ({ availability }, sentences) => {
    const { enough, tooFew } = availability
    expect([enough(5, 4), tooFew(3, 4), tooFew(1, 3)]).toEqual(sentences)
  },
)

function expectSameParts(texts: object, english: object): void {
  for (const [path, text] of entriesOf(english)) {
    const other = entriesOf(texts).find(([theirs]) => theirs === path)?.[1]
    if (typeof text === 'string') expect(partsOf(String(other), text), path).toEqual(partsOf(text, text))
    else expect(text.length, path).toBe((other as typeof text).length)
  }
}

// The Arabic text for one day contains no number.
function partsOf(text: string, english: string): string[] {
  return bracesIn(text).filter(part => part !== '{days}' || !/\{days\} day\b/.test(english))
}

type Entry = string | ((...parts: never[]) => unknown)

function entriesOf(texts: object, at = ''): [string, Entry][] {
  return Object.entries(texts).flatMap(([key, value]): [string, Entry][] => {
    if (key === 'messages' || value === null) return []
    if (typeof value === 'object') return entriesOf(value, `${at}${key}.`)
    return [[`${at}${key}`, value]]
  })
}

/** A sentence that depends on the number of missing members gets the number 2. */
function templateOf(sentence: Sentence = ''): string {
  return typeof sentence === 'string' ? sentence : sentence(2)
}

// A plural form may express the number of missing members in words, so a translation needs no placeholder for it.
function partsIn(sentence: Sentence): string[] {
  return bracesIn(templateOf(sentence)).filter(part => part !== '{missing}')
}

function bracesIn(text: string): string[] {
  return (text.match(/\{\w+\}/g) ?? []).sort()
}
