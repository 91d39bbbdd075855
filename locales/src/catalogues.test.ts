import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { catalogueJson, features, readCatalogue } from './catalogue.ts'
import { compile } from './compile.ts'
import { withoutIsolates } from './direction.ts'
import { findMistakes, missing } from './find-mistakes.ts'
import { type Language, languageCodes, writtenLanguages } from './languages.ts'
import { parseMessage, valuesOf } from './message.ts'
import rendered from './rendered.fixture.json' with { type: 'json' }

/** What each text shows with sample values. */
type Rendered = Partial<Record<string, string | string[]>>

const samples = [0, 1, 2, 3, 11, 100]
const all = languageCodes.flatMap(language => features.map(feature => [language, feature] as const))

test.each(all)('the catalogue %s/%s has no mistakes', (language, feature) => {
  const found = findMistakes(catalogueJson(language, feature), language, readCatalogue('en', feature))
  const mayWait = !writtenLanguages.includes(language)
  expect(found.filter(mistake => !mayWait || !mistake.endsWith(missing))).toEqual([])
})

test.each(all)(
  'in the catalogue %s/%s, the web app and the server show each text in the same way',
  (language, feature) => {
    const catalogue = readCatalogue(language, feature)
    const inWeb = compiled(catalogue, language)
    const known = (rendered as Partial<Record<Language, Rendered>>)[language] ?? {}
    for (const [key, message] of Object.entries(catalogue)) {
      const values = [...valuesOf(parseMessage(message))]
      const text = inWeb[key]
      const counts = values.some(([, kind]) => kind === 'number') ? samples : samples.slice(0, 1)
      const shown = counts.map(count => {
        const sample = Object.fromEntries(
          values.map(([name, kind]) => [name, kind === 'number' ? count : `‹${name}›`]),
        )
        const onServer = new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).format(
          sample,
        )
        expect(withoutIsolates((typeof text === 'function' ? text(sample) : text) ?? ''), key).toBe(onServer)
        return onServer
      })
      const expected = known[`${feature} ${key}`]
      if (expected) expect(typeof expected === 'string' ? shown[0] : shown, key).toEqual(expected)
    }
  },
)

const english = {
  greeting: 'Hello {name}',
  members: '{count, plural, one {1 member} other {{count} members}}',
  save: 'Save',
}
const german = {
  greeting: 'Hallo {name}',
  members: '{count, plural, one {1 Mitglied} other {{count} Mitglieder}}',
  save: 'Sichern',
}

test.each([
  ['a text is missing', { greeting: undefined }, 'greeting: is missing, so it is shown in English.'],
  ['a text is superfluous', { more: 'Mehr' }, 'more: English has no such text.'],
  ['a text is empty', { save: ' ' }, 'save: must not be empty.'],
  ['a text is a number', { save: 1 }, 'save: must be text.'],
  ['a value is missing', { greeting: 'Hallo' }, 'greeting: lacks the value {name}.'],
  [
    'a value is unknown',
    { greeting: 'Hallo {name} {user}' },
    'greeting: has the value {user}, which English does not have.',
  ],
  [
    'a value is called like the prototype',
    { greeting: 'Hallo {name} {__proto__}' },
    'greeting: has the value {__proto__}, which English does not have.',
  ],
  [
    'a plural form is missing',
    { members: '{count, plural, other {{count} Mitglieder}}' },
    "members: lacks the form 'one' of {count}.",
  ],
  [
    'a plural form is not one of the language',
    { members: '{count, plural, one {1} few {{count}} other {{count}}}' },
    "members: has the form 'few' of {count}, which the language does not have.",
  ],
  [
    'a number is not named',
    { members: '{count, plural, one {1} other {#}}' },
    'members: must name the number in braces, instead of #.',
  ],
  [
    'a brace is not closed',
    { greeting: 'Hallo {name' },
    'greeting: is not in ICU MessageFormat: EXPECT_ARGUMENT_CLOSING_BRACE.',
  ],
  [
    'a date is formatted',
    { greeting: 'Hallo {name, date}' },
    'greeting: may contain values and plural forms, and nothing else.',
  ],
  ['a text has HTML', { greeting: 'Hallo {name}<img onerror=alert(1)>' }, 'greeting: must not contain HTML.'],
  [
    'a text changes the direction',
    { save: 'Sic\u202ehern' },
    'save: contains characters that cannot be seen.',
  ],
  ['a text has an HTML entity', { save: '&#60;b&gt;' }, 'save: must not contain HTML.'],
  [
    'a plural has an offset',
    { members: '{count, plural, offset:1 one {1 Mitglied} other {{count} Mitglieder}}' },
    'members: may contain values and plural forms, and nothing else.',
  ],
  [
    'an ordinal number is spelt',
    { members: '{count, selectordinal, one {1.} other {{count}.}}' },
    'members: may contain values and plural forms, and nothing else.',
  ],
  [
    'a form is chosen by a text',
    { greeting: '{name, select, __proto__ {Hallo} other {Hallo {name}}}' },
    'greeting: may contain values and plural forms, and nothing else.',
  ],
  [
    'a plural form is called like the prototype',
    { members: '{count, plural, __proto__ {x} one {1 Mitglied} other {{count} Mitglieder}}' },
    "members: has the form '__proto__' of {count}, which the language does not have.",
  ],
  [
    'a form is for an impossible number',
    { members: '{count, plural, =-1 {x} one {1 Mitglied} other {{count} Mitglieder}}' },
    "members: has the form '=-1' of {count}, which the language does not have.",
  ],
  ['a text has the key of a method', { toString: 'x' }, 'toString: English has no such text.'],
  ['a text is very long', { save: 'x'.repeat(10_240) }, 'save: has more than 2000 characters.'],
  [
    'a button is long',
    { save: 'Alle Änderungen sichern' },
    'save: is longer than 19 characters, so it may not fit.',
  ],
])('a mistake is found: %s', (_, change, mistake) => {
  expect(findMistakes(JSON.stringify({ ...german, ...change }), 'de', english)).toContain(mistake)
})

test.each([
  ['fr', '{count, plural, one {1 membre} many {{count} membres} other {{count} membres}}', '0, 1'],
  ['uk', '{count, plural, one {1} few {{count}} many {{count}} other {{count}}}', '1, 21'],
])('in %s, the form “one” must name the number', (language, members, numbers) => {
  expect(findMistakes(JSON.stringify({ members }), language, { members: english.members })).toEqual([
    `members: must name {count} in the form 'one', which is also for ${numbers}.`,
  ])
  const named = members.replace('one {1', 'one {{count}')
  expect(findMistakes(JSON.stringify({ members: named }), language, { members: english.members })).toEqual([])
})

test.each(['0', '__proto__', 'constructor', 'größe'])('the value {%s} is a mistake in English too', name => {
  const catalogue = { greeting: `Hello {${name}}` }
  expect(findMistakes(JSON.stringify(catalogue), 'en', catalogue)).toEqual([
    `greeting: has the value {${name}}, whose name is not possible.`,
  ])
})

test.each([
  ['a lone surrogate', '\ud800'],
  ['an invisible letter', '\u3164'],
  ['an invisible tag', '\u{e0041}'],
  ['a NUL', '\0'],
  ['a line separator', '\u2028'],
  ['a noncharacter', '\uffff'],
  ['a broken character', '\ufffd'],
  ['a character without a meaning', '\ue000'],
])('a text must not contain %s', (_, character) => {
  expect(findMistakes(JSON.stringify({ save: `Sichern${character}` }), 'de', { save: 'Save' })).toEqual([
    'save: contains characters that cannot be seen.',
  ])
})

test('a key that a file has twice is a mistake, however it is written, and so is a key with a second meaning', () => {
  const json = JSON.stringify(german)
  expect(findMistakes(json.replace('{', '{ "\\u0073ave" : "Speichern",'), 'de', english)).toEqual([
    'save: is there more than once.',
  ])
  const hidden = JSON.parse('{ "__proto__": "x" }')
  expect(findMistakes('{ "__proto__": "x" }', 'en', hidden)).toEqual(['__proto__: is no key of a text.'])
})

test.each([
  [
    'deeply nested objects',
    `{ "save": ${'{ "a": '.repeat(50_000)}1${'}'.repeat(50_000)} }`,
    'save: must be text.',
  ],
  ['deeply nested lists', `{ "save": ${'['.repeat(50_000)}${']'.repeat(50_000)} }`, 'save: must be text.'],
  ['a long text', `{ "save": "${'x\\n'.repeat(150_000)}" }`, 'save: has more than 2000 characters.'],
  ['10 MB', `{ "save": "${'x\\n'.repeat(3_500_000)}" }`, 'The file has more than 500000 characters.'],
])('a file with %s is checked', (_, json, mistake) => {
  expect(findMistakes(json, 'de', { save: 'Save' })).toContain(mistake)
})

test('a catalogue without mistakes has none, and a file that is not JSON is one mistake', () => {
  expect(findMistakes(JSON.stringify(german), 'de', english)).toEqual([])
  expect(findMistakes(`\ufeff${JSON.stringify(german)}`, 'de', english)).toEqual([
    'The file must not begin with a byte order mark.',
  ])
  expect(findMistakes('{ "save": "Sichern", }', 'de', english)).toEqual([expect.stringContaining('JSON')])
  expect(findMistakes('[]', 'de', english)).toEqual(['The file must contain one object of texts.'])
})

test.each([
  ['{count}', '3'],
  ['{count}{max}', '35'],
  ['{count} {max}', '3 5'],
  ['{count, plural, one {} other {{count}{max}}}', '35'],
])('numbers are shown beside each other, and not added: %s', (message, shown) => {
  const { text } = compiled({ text: message }, 'en')
  expect(typeof text === 'function' && text({ count: 3, max: 5 })).toBe(shown)
})

test('in a language from right to left, a text in a text is isolated, and a number is not', () => {
  const message = '{user} سأل: {question}، {count, plural, other {{count} آخرون}}'
  const { text } = compiled({ text: message }, 'ar')
  expect(typeof text === 'function' && text({ user: 'Ana', question: 'Now?', count: 7 })).toBe(
    '\u2068Ana\u2069 سأل: \u2068Now?\u2069، 7 آخرون',
  )
})

/** Evaluates the compiled catalogue as a browser does. */
function compiled(catalogue: Record<string, string>, language: string) {
  const module = new Function(`return ${compile(catalogue, language)}`) as () => Record<
    string,
    string | ((values: object) => string)
  >
  return module()
}
