import { language } from '#texts/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type KeyTexts } from './en.ts'

export const keyTexts: KeyTexts = { en, de, ar }[language]
