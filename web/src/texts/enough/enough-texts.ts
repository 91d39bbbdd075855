import { language } from '#texts/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type EnoughTexts, en } from './en.ts'

export const enoughTexts: EnoughTexts = { en, de, ar }[language]
