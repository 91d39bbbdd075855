import { language } from '#texts/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type RingingTexts } from './en.ts'

export const ringingTexts: RingingTexts = { en, de, ar }[language]
