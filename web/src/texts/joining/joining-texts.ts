import { language } from '#texts/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type JoiningTexts } from './en.ts'

export const joiningTexts: JoiningTexts = { en, de, ar }[language]
