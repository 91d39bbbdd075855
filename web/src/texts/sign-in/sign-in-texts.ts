import { language } from '#texts/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type SignInTexts } from './en.ts'

export const signInTexts: SignInTexts = { en, de, ar }[language]
