import { language } from '#texts/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type NotificationTexts } from './en.ts'

export const notificationTexts: NotificationTexts = { en, de, ar }[language]
