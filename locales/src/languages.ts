/** The languages of the product, each named in itself. A new language needs a line here and a folder of catalogues. */
export const languages = { en: 'English', de: 'Deutsch', ar: 'العربية' }

export type Language = keyof typeof languages

/** English is the source of all texts: its catalogues define which texts there are and what they contain. */
export const sourceLanguage = 'en'
