import { language } from '#texts/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type WatchTexts } from './en.ts'

export const watchTexts: WatchTexts = { en, de, ar }[language]
