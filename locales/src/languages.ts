/** The languages of the product, each named in itself. A new language needs a line here and a folder of catalogues. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  ar: 'العربية',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  es: 'Español',
  pl: 'Polski',
  cs: 'Čeština',
  'pt-BR': 'Português (Brasil)',
  hu: 'Magyar',
  sv: 'Svenska',
  da: 'Dansk',
  nb: 'Norsk bokmål',
  uk: 'Українська',
}

export type Language = keyof typeof languages

export const languageCodes = Object.keys(languages) as [Language, ...Language[]]

/**
 * Whoever adds a text writes it in these languages. In every other language it is in English until somebody translates it.
 */
export const writtenLanguages: Language[] = ['en', 'de', 'ar']

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code)
}

/** English is the source of all texts: its catalogues define which texts there are and what they contain. */
export const sourceLanguage = 'en'
