import { language } from '#texts/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { type AvailabilityTexts, en } from './en.ts'

export const availabilityTexts: AvailabilityTexts = { en, de, ar }[language]
