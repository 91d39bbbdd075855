import { language } from '#texts/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type BoardTexts, en } from './en.ts'

export const boardTexts: BoardTexts = { en, de, ar }[language]
