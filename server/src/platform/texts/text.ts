import type { Messages } from '@grouplight/locales/messages.d.ts'
import { type Catalogue, readCatalogue } from '@grouplight/locales/src/catalogue.ts'
import { directionOf, isolated } from '@grouplight/locales/src/direction.ts'
import { isLanguage, type Language, sourceLanguage } from '@grouplight/locales/src/languages.ts'
import { IntlMessageFormat } from 'intl-messageformat'

type Values = Partial<Record<string, string | number | null>>

const catalogues = new Map<string, Catalogue>()
const formats = new Map<string, IntlMessageFormat>()

/** Returns a text of the catalogues. `values` must have what the text contains. */
export function text<Feature extends keyof Messages, Key extends keyof Messages[Feature] & string>(
  language: Language,
  feature: Feature,
  key: Key,
  ...[values]: Messages[Feature][Key] extends null ? [] : [values: Messages[Feature][Key]]
): string {
  return anyText(language, feature, key, (values ?? {}) as Values) ?? ''
}

/**
 * Like `text`, for a key that is known only when it is used. Returns null if there is no such text, or if it needs a value that is missing.
 */
export function anyText(
  language: Language,
  feature: keyof Messages,
  key: string,
  values: Values,
): string | null {
  const format = formatOf(language, feature, key)
  if (!format) return null
  const isolates = directionOf(presentLanguage(language)) === 'rtl'
  const given = Object.entries(values)
    .filter(([, value]) => value != null)
    .map(([name, value]) => [name, isolates && value && typeof value === 'string' ? isolated(value) : value])
  try {
    return String(format.format(Object.fromEntries(given) as Record<string, string | number>))
  } catch {
    // A value is missing.
    return null
  }
}

/** Returns English instead of a stored language that the product no longer has. */
export function presentLanguage(stored: string): Language {
  return isLanguage(stored) ? stored : sourceLanguage
}

/** Parses each text when it is first used. */
function formatOf(stored: Language, feature: string, key: string): IntlMessageFormat | undefined {
  const language = presentLanguage(stored)
  const id = `${language}/${feature}/${key}`
  const known = formats.get(id)
  if (known) return known
  const file = `${language}/${feature}`
  const catalogue = catalogues.get(file) ?? readCatalogue(language, feature)
  catalogues.set(file, catalogue)
  const message = Object.hasOwn(catalogue, key) ? catalogue[key] : undefined
  if (message === undefined) return undefined
  const format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true })
  formats.set(id, format)
  return format
}
