import { en, type Texts } from './en.ts'
import { direction, language } from './language.ts'

const load: Record<Exclude<typeof language, 'en'>, () => Promise<Texts>> = {
  de: async () => (await import('./de.ts')).de,
  ar: async () => (await import('./ar.ts')).ar,
}

/** The app's words in the language of this page. */
export const t: Texts = language === 'en' ? en : await load[language]().catch(() => en)

if (typeof document !== 'undefined') {
  document.documentElement.lang = language
  document.documentElement.dir = direction
}

/** A sentence of the server or the contract, which speak English, in the language of this page if it knows it. */
export function inOurWords(sentence: string, texts = t): string {
  for (const [pattern, words] of texts.said) {
    const found = pattern.exec(sentence)
    if (found) return words(...found.slice(1))
  }
  return sentence
}
