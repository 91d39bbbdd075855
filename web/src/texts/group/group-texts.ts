import { language } from '#texts/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type GroupTexts } from './en.ts'

export const groupTexts: GroupTexts = { en, de, ar }[language]
