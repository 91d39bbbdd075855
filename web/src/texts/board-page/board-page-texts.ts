import { language } from '#texts/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type BoardPageTexts, en } from './en.ts'

export const boardPageTexts: BoardPageTexts = { en, de, ar }[language]
