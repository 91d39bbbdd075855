import { type PluralElement, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Catalogue } from './catalogue.ts'
import { type Element, everyElement, parseMessage, pluralsOf, valuesOf } from './message.ts'

const mostLength = 2_000
const mostFileLength = 500_000
// A label or a button with more characters does not fit where the English one fits.
const longestLabel = 20
const spareCharacters = 15
const oneOrMore = [0, 1, 2, 21]
const html = /<\/?[a-z!]|&[#\w]+;/i
// Characters that change the direction of the text around them, and other characters that cannot be seen.
// Hyphenation, joined letters and emoji need four of them.
const invisible =
  /[[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufffd]--[\u00ad\u200c\u200d\ufe0f]]/v
// In the web app, keys and values become properties of objects.
const possibleKey = /^[a-z][\w.-]*$/i
const possibleValue = /^[a-z][a-z\d]*$/i

/** How the mistake ends that a text has no translation. */
export const missing = 'is missing, so it is shown in English.'

/**
 * Finds the mistakes in a catalogue: `json` is the content of its file, `english` the catalogue of the same feature in English. Each
 * mistake is a sentence that begins with the key of the text.
 */
export function findMistakes(json: string, language: string, english: Catalogue): string[] {
  if (json.length > mostFileLength) return [`The file has more than ${mostFileLength} characters.`]
  if (json.startsWith('\ufeff')) return ['The file must not begin with a byte order mark.']
  let catalogue: unknown
  try {
    catalogue = JSON.parse(json)
  } catch (error) {
    return [(error as Error).message]
  }
  if (typeof catalogue !== 'object' || catalogue === null || Array.isArray(catalogue))
    return ['The file must contain one object of texts.']
  const texts = catalogue as Record<string, unknown>
  return [
    ...mistakesInKeys(keysIn(json)),
    ...Object.keys(english)
      .filter(key => !Object.hasOwn(texts, key))
      .map(key => `${key}: ${missing}`),
    ...Object.entries(texts).flatMap(([key, message]) =>
      mistakesIn(message, language, Object.hasOwn(english, key) ? english[key] : undefined).map(
        mistake => `${key}: ${mistake}`,
      ),
    ),
  ]
}

/** Returns all keys of valid JSON. Of several equal keys, `JSON.parse` would keep only the last. */
function keysIn(json: string): string[] {
  return [...json.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")\s*(:?)/g)]
    .filter(([, , colon]) => colon)
    .map(([, key = '']) => JSON.parse(key) as string)
}

function mistakesInKeys(keys: string[]): string[] {
  const different = new Set<string>()
  const repeated = new Set<string>()
  for (const key of keys) (different.has(key) ? repeated : different).add(key)
  return [
    ...[...different].filter(key => !possibleKey.test(key)).map(key => `${key}: is no key of a text.`),
    ...[...repeated].map(key => `${key}: is there more than once.`),
  ]
}

function mistakesIn(message: unknown, language: string, english: string | undefined): string[] {
  if (english === undefined) return ['English has no such text.']
  if (typeof message !== 'string') return ['must be text.']
  if (message.trim() === '') return ['must not be empty.']
  if (message.length > mostLength) return [`has more than ${mostLength} characters.`]
  const found = [
    ...(html.test(message) ? ['must not contain HTML.'] : []),
    ...(invisible.test(message) ? ['contains characters that cannot be seen.'] : []),
  ]
  try {
    const [elements, original] = [parseMessage(message), parseMessage(english)]
    return [...found, ...mistakesOfMessage(elements, language, original), ...tooLong(message, english)]
  } catch (error) {
    return [...found, `is not in ICU MessageFormat: ${(error as Error).message}.`]
  }
}

function mistakesOfMessage(elements: Element[], language: string, english: Element[]): string[] {
  const [values, expected] = [valuesOf(elements), valuesOf(english)]
  const unknown = [...values.keys()].filter(name => !expected.has(name))
  const missing = [...expected.keys()].filter(name => !values.has(name))
  const all = [...everyElement(elements)]
  return [
    ...[...values.keys()]
      .filter(name => !possibleValue.test(name) || name in {})
      .map(name => `has the value {${name}}, whose name is not possible.`),
    ...unknown.map(name => `has the value {${name}}, which English does not have.`),
    ...missing.map(name => `lacks the value {${name}}.`),
    ...(all.some(({ type }) => type === TYPE.pound) ? ['must name the number in braces, instead of #.'] : []),
    ...(all.every(element => isPossible(element) || element.type === TYPE.pound)
      ? []
      : ['may contain values and plural forms, and nothing else.']),
    ...pluralsOf(elements).flatMap(({ value, options }) => formMistakes(value, options, language)),
  ]
}

function isPossible(element: Element): boolean {
  if (element.type === TYPE.plural) return element.offset === 0 && element.pluralType === 'cardinal'
  return element.type === TYPE.literal || element.type === TYPE.argument
}

/** Every plural form of the language (Unicode CLDR) must be there, and no other one. */
function formMistakes(value: string, options: PluralElement['options'], language: string): string[] {
  const forms = Object.keys(options)
  const rules = new Intl.PluralRules(language)
  const needed: string[] = rules.resolvedOptions().pluralCategories
  // In French, 'one' is 0 and 1; in Ukrainian 1, 21, 31 and so on.
  const ones = oneOrMore.filter(number => rules.select(number) === 'one' && !forms.includes(`=${number}`))
  const hidesNumber = ones.length > 1 && !names(options.one, value) && names(options.other, value)
  return [
    ...needed.filter(form => !forms.includes(form)).map(form => `lacks the form '${form}' of {${value}}.`),
    ...forms
      .filter(form => !needed.includes(form) && !/^=(0|[1-9]\d*)$/.test(form))
      .map(form => `has the form '${form}' of {${value}}, which the language does not have.`),
    ...(hidesNumber ? [`must name {${value}} in the form 'one', which is also for ${ones.join(', ')}.`] : []),
  ]
}

function names(form: PluralElement['options'][string] | undefined, value: string): boolean {
  return form !== undefined && valuesOf(form.value).has(value)
}

function tooLong(message: string, english: string): string[] {
  const isLabel = english.length <= longestLabel && !/[.{…]/.test(english)
  const most = Math.max(2 * english.length, english.length + spareCharacters)
  return isLabel && message.length > most ? [`is longer than ${most} characters, so it may not fit.`] : []
}
