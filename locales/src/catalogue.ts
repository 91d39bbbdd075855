import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Language, sourceLanguage } from './languages.ts'

/** The messages of one feature in one language, by key. */
export type Catalogue = Record<string, string>

export const folder = fileURLToPath(new URL('..', import.meta.url))

export const catalogueFile = (language: string, feature: string) => `${folder}${language}/${feature}.json`

/** How messages name the file. */
export const catalogueName = (language: string, feature: string) => `locales/${language}/${feature}.json`

export const features: string[] = readdirSync(`${folder}${sourceLanguage}`)
  .filter(file => file.endsWith('.json'))
  .map(file => file.slice(0, -'.json'.length))
  .sort()

/** Reads the messages of a feature. A message that is not translated is in English. Throws if a file is not valid JSON. */
export function readCatalogue(language: Language, feature: string): Catalogue {
  const english = parsed(sourceLanguage, feature)
  return language === sourceLanguage ? english : { ...english, ...parsed(language, feature) }
}

/** Returns the content of a file. A language without this file has none of its texts. */
export function catalogueJson(language: string, feature: string): string {
  const file = catalogueFile(language, feature)
  return existsSync(file) ? readFileSync(file, 'utf8') : '{}'
}

function parsed(language: string, feature: string): Catalogue {
  try {
    return JSON.parse(catalogueJson(language, feature)) as Catalogue
  } catch (error) {
    throw new Error(`${catalogueName(language, feature)}: ${(error as Error).message}`)
  }
}
