import { type Registration, registrations } from '@grouplight/contract/site.ts'
import { asContact, isLegalLink, type LegalPage } from '@grouplight/contract/site-settings.ts'
import { z } from 'zod'
import { emailDomains } from './email-domains.ts'
import { onOrOff, word } from './setting-values.ts'
import type { SettingName } from './settings.ts'

/** A page about the operator: a link elsewhere, or a text that the site shows itself. At most one of them is set. */
type LegalContent = { url: string | null; text: string | null }

export type SiteValues = {
  registration: Registration
  /** Domains like 'club.example' or '*.school.example', as addresses contain them: 'xn--…'. Empty if all are allowed. */
  allowedEmailDomains: string[]
  /** A link to a page, or `mailto:`. */
  contact: string | null
  /** Whether the server looks for updates once a day. Null until the operator has decided. */
  updateCheck: boolean | null
} & Record<LegalPage, LegalContent>

export type FixedSettings = Partial<SiteValues>

/** When the site has looked for updates last, and what it has found then or, if that failed, before. */
export type UpdateLook = {
  lookedAt: string
  found: { at: string; version: string; notesUrl: string | null } | null
}

type Read = <Schema extends z.ZodType>(name: SettingName, schema: Schema) => z.infer<Schema> | undefined

/** `read` returns undefined if the variable is not set. */
export function readFixedSettings(read: Read): FixedSettings {
  const page = (name: SettingName) => {
    const url = read(name, link)
    return url === undefined ? undefined : { url, text: null }
  }
  return {
    registration: read('REGISTRATION', word(...registrations)),
    allowedEmailDomains: read('ALLOWED_EMAIL_DOMAINS', emailDomains),
    imprint: page('IMPRINT_URL'),
    privacy: page('PRIVACY_URL'),
    accessibility: page('ACCESSIBILITY_URL'),
    contact: read('CONTACT', contact),
    updateCheck: read('UPDATE_CHECK', onOrOff),
  }
}

const link = z.string().refine(isLegalLink, 'a link that starts with https://, http:// or mailto:')

const contact = z
  .string()
  .transform(asContact)
  .refine(isLegalLink, 'an email address, or a link that starts with https://, http:// or mailto:')
