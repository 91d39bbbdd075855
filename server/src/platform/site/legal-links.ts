import { legalPages, legalPaths } from '@grouplight/contract/site-settings.ts'
import type { Language } from '@grouplight/locales/src/languages.ts'
import type { SiteValues } from '#platform/config/site-values.ts'
import { presentLanguage, text } from '#platform/texts/text.ts'

export type LegalLink = { label: string; url: string }

/** The links of the footer of every page and email. */
export function legalLinks(site: SiteValues, reader: Language, appUrl: string): LegalLink[] {
  const language = presentLanguage(reader)
  const pages = legalPages.flatMap(name => {
    const { url, text: ownText } = site[name]
    const target = url ?? (ownText ? `${appUrl}${legalPaths[name]}` : null)
    return target === null ? [] : [{ label: text(language, 'legal', name), url: target }]
  })
  const { contact } = site
  return contact === null ? pages : [...pages, { label: text(language, 'legal', 'contact'), url: contact }]
}
