import { language } from '#texts/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type InvitationTexts } from './en.ts'

export const invitationTexts: InvitationTexts = { en, de, ar }[language]
