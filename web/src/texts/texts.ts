import { fillIn, type TextLabel } from '@grouplight/contract/text.ts'
import { en, type MessageKey, type Texts } from './en.ts'
import { direction, language } from './language.ts'

/** The functions that load the texts of the other languages. English is always loaded. */
export const textLoaders: Record<Exclude<typeof language, 'en'>, () => Promise<Texts>> = {
  de: async () => (await import('./de.ts')).de,
  ar: async () => (await import('./ar.ts')).ar,
}

/** The app's texts in the language of this page, or in English if they could not be loaded. */
export const t: Texts = language === 'en' ? en : await textLoaders[language]().catch(() => en)

if (typeof document !== 'undefined') {
  document.documentElement.lang = language
  document.documentElement.dir = direction
}

/** Returns null if `texts` has no sentence for the code and the reason, or if a param of the sentence is missing. */
export function reasonText(
  code: string,
  { reason, ...params }: Partial<Record<string, string | number>> = {},
  texts = t,
): string | null {
  const labels: Partial<Record<string, string>> = {
    displayName: texts.account.displayName,
    groupName: texts.group.name,
    description: texts.group.description,
    message: texts.invitation.message,
    note: texts.availability.whatFor,
  } satisfies Partial<Record<TextLabel, string>>
  const sentence = texts.messages[`${code}.${reason}` as MessageKey]
  return sentence ? fillIn(sentence, { ...params, label: labels[params.label ?? ''] }) : null
}
