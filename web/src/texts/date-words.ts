import type { Locale } from 'date-fns'
import { ar } from 'date-fns/locale/ar'
import { de } from 'date-fns/locale/de'
import { language } from './language.ts'

/** The date-fns locale for relative times. Undefined for English, which is the default of date-fns. */
export const dateWords: Locale | undefined = { en: undefined, de, ar }[language]
