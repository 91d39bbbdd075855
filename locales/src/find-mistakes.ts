import { TYPE } from '@formatjs/icu-messageformat-parser'
import type { Catalogue } from './catalogue.ts'
import { type Element, everyElement, parseMessage, pluralsOf, valuesOf } from './message.ts'

const mostLength = 2_000
// A label or a button with more characters does not fit where the English one fits.
const longestLabel = 20
const spareCharacters = 15
const html = /<\/?[a-z!]/i
// Characters that change the direction of the text around them, and other characters that cannot be seen.
const invisible = /[\p{Cc}\u200b\u200e\u200f\u061c\u2028-\u202e\u2060-\u2069\ufeff]/u

/**
 * Finds the mistakes in a catalogue: `json` is the content of its file, `english` the catalogue of the same feature in English. Each
 * mistake is a sentence that begins with the key of the text.
 */
export function findMistakes(json: string, language: string, english: Catalogue): string[] {
  let catalogue: unknown
  try {
    catalogue = JSON.parse(json, refuseHiddenKeys)
  } catch (error) {
    return [(error as Error).message]
  }
  if (typeof catalogue !== 'object' || catalogue === null || Array.isArray(catalogue))
    return ['The file must contain one object of texts.']
  const texts = catalogue as Record<string, unknown>
  return [
    ...Object.keys(english)
      .filter(key => !Object.hasOwn(texts, key))
      .map(key => `${key}: is missing, so it is shown in English.`),
    ...Object.entries(texts).flatMap(([key, message]) =>
      mistakesIn(message, language, english[key]).map(mistake => `${key}: ${mistake}`),
    ),
  ]
}

/** JSON.parse drops the key '__proto__' silently when the object is used. */
function refuseHiddenKeys(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Error('__proto__: is no key of a text.')
  return value
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
  const isPossible = ({ type }: Element) =>
    type === TYPE.literal || type === TYPE.argument || type === TYPE.plural
  return [
    ...unknown.map(name => `has the value {${name}}, which English does not have.`),
    ...missing.map(name => `lacks the value {${name}}.`),
    ...(all.some(({ type }) => type === TYPE.pound) ? ['must name the number in braces, instead of #.'] : []),
    ...(all.every(element => isPossible(element) || element.type === TYPE.pound)
      ? []
      : ['may contain values and plural forms, and nothing else.']),
    ...pluralsOf(elements).flatMap(({ value, options }) =>
      formMistakes(value, Object.keys(options), language),
    ),
  ]
}

/** Every plural form of the language (Unicode CLDR) must be there, and no other one. */
function formMistakes(value: string, forms: string[], language: string): string[] {
  const needed: string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  return [
    ...needed.filter(form => !forms.includes(form)).map(form => `lacks the form '${form}' of {${value}}.`),
    ...forms
      .filter(form => !needed.includes(form) && !form.startsWith('='))
      .map(form => `has the form '${form}' of {${value}}, which the language does not have.`),
  ]
}

function tooLong(message: string, english: string): string[] {
  const isLabel = english.length <= longestLabel && !/[.{…]/.test(english)
  const most = Math.max(2 * english.length, english.length + spareCharacters)
  return isLabel && message.length > most ? [`is longer than ${most} characters, so it may not fit.`] : []
}
