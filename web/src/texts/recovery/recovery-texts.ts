import { language } from '#texts/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type RecoveryTexts } from './en.ts'

export const recoveryTexts: RecoveryTexts = { en, de, ar }[language]
