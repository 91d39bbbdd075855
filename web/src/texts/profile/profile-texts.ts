import { language } from '#texts/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type ProfileTexts } from './en.ts'

export const profileTexts: ProfileTexts = { en, de, ar }[language]
