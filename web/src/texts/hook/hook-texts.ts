import { language } from '#texts/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type HookTexts } from './en.ts'

export const hookTexts: HookTexts = { en, de, ar }[language]
