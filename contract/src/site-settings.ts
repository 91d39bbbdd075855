import * as z from 'zod/mini'
import { parseDomain, parseEmail } from './account.ts'
import { endpointsOf } from './endpoint.ts'
import { registrations } from './site.ts'
import { multiLine, textCheck } from './text.ts'

const endpoint = endpointsOf('operator')

/** What the operator says about the site, each with a link or a text, in the order of the footer. */
export const legalPages = ['imprint', 'privacy', 'accessibility'] as const
export type LegalPage = (typeof legalPages)[number]

/** The addresses of the texts. The page /privacy says what the program keeps on every site. */
export const legalPaths = {
  imprint: '/imprint',
  privacy: '/privacy-policy',
  accessibility: '/accessibility',
} as const satisfies Record<LegalPage, string>

const maxAllowedDomains = 100
const maxLegalText = 20_000
const maxLink = 500

const legalLink = z.string('The link must be text.').check(
  z.overwrite(text => text.trim()),
  textCheck('link', isLegalLink, {}),
)

/** An email address becomes a link. */
const contactLink = z
  .string('The contact must be text.')
  .check(z.overwrite(asContact), textCheck('link', isLegalLink, {}))

const allowedDomain = z.string('A domain must be text.').check(
  textCheck('domain', text => parseAllowedDomain(text) !== null, {}),
  z.overwrite(text => parseAllowedDomain(text) ?? text),
)

const legalPage = z
  .strictObject({
    url: z.nullable(legalLink),
    text: z.nullable(multiLine('legalText', maxLegalText)),
  })
  .check(z.refine(({ url, text }) => url === null || text === null, 'A page is a link or a text.'))

/** The settings that the operator's page can change. */
export const siteSettings = {
  registration: z.enum(registrations),
  allowedEmailDomains: z
    .array(allowedDomain)
    .check(z.maxLength(maxAllowedDomains, `At most ${maxAllowedDomains} domains.`)),
  imprint: legalPage,
  privacy: legalPage,
  accessibility: legalPage,
  /** An address of an email or of a page. Null if there is none. */
  contact: z.nullable(contactLink),
  /** Null until the operator has decided. */
  updateCheck: z.nullable(z.boolean()),
}

/** `isFixed` says that the environment sets the value, so that it cannot be changed here. */
const setting = <Value extends z.ZodMiniType>(value: Value) => z.object({ value, isFixed: z.boolean() })
const shownPage = z.object({
  url: z.nullable(z.string()),
  text: z.nullable(z.string()),
  isFixed: z.boolean(),
})

const settingsAnswer = () =>
  z
    .object({
      registration: setting(z.enum(registrations)),
      allowedEmailDomains: setting(z.array(z.string())),
      imprint: shownPage,
      privacy: shownPage,
      accessibility: shownPage,
      contact: setting(z.nullable(z.string())),
      updateCheck: setting(z.nullable(z.boolean())),
      limits: z.array(z.object({ name: z.string(), value: z.number() })),
    })
    .register(z.globalRegistry, { id: 'SiteSettings' })

export type SiteSettings = z.infer<ReturnType<typeof settingsAnswer>>

export const readSiteSettings = endpoint('readSiteSettings', {
  request: 'GET /api/site/settings',
  access: 'operator',
  answer: settingsAnswer,
})

export const changeSiteSettings = endpoint('changeSiteSettings', {
  request: 'PATCH /api/site/settings',
  access: 'operator',
  // `z.partial` would be in the first page.
  body: () =>
    z.strictObject({
      registration: z.optional(siteSettings.registration),
      allowedEmailDomains: z.optional(siteSettings.allowedEmailDomains),
      imprint: z.optional(siteSettings.imprint),
      privacy: z.optional(siteSettings.privacy),
      accessibility: z.optional(siteSettings.accessibility),
      contact: z.optional(siteSettings.contact),
      updateCheck: z.optional(siteSettings.updateCheck),
    }),
  answer: settingsAnswer,
  refusals: ['set-by-environment'],
})

/** Texts to start from, in the caller's language. */
export const readLegalTemplates = endpoint('readLegalTemplates', {
  request: 'GET /api/site/legal-templates',
  access: 'operator',
  answer: () => z.object({ privacy: z.string(), accessibility: z.string() }),
})

export const sendTestEmail = endpoint('sendTestEmail', {
  request: 'POST /api/site/test-email',
  access: 'operator',
  answer: () =>
    z.object({
      /** The host and the port of the mail server. */
      host: z.string(),
      /** The version of TLS. Null without TLS. */
      tls: z.nullable(z.string()),
      /** The last answer of the mail server. */
      words: z.string(),
      accepted: z.boolean(),
      /** What to do, in English. Null if the email was accepted. */
      fault: z.nullable(z.string()),
    }),
  refusals: ['no-mail-server'],
})

/** The newest emails that were refused or could not be sent yet. */
export const listEmailFailures = endpoint('listEmailFailures', {
  request: 'GET /api/site/email-failures',
  access: 'operator',
  answer: () =>
    z.object({ failures: z.array(z.object({ at: z.iso.datetime(), kind: z.string(), reason: z.string() })) }),
})

export const readUpdates = endpoint('readUpdates', {
  request: 'GET /api/site/updates',
  access: 'operator',
  answer: () =>
    z.object({
      installed: z.string(),
      /** Null until the site has looked for updates. */
      newest: z.nullable(z.string()),
      checkedAt: z.nullable(z.iso.datetime()),
      /** What is new in the newest version. */
      notesUrl: z.nullable(z.string()),
    }),
})

/** Whether a browser may follow the link: never `javascript:`, for example. */
export function isLegalLink(text: string): boolean {
  return (
    text.length <= maxLink &&
    /^(https?:\/\/|mailto:[^@\s]+@)[^\s\p{Cc}<>"]+$/iu.test(text) &&
    URL.canParse(text)
  )
}

export function asContact(text: string): string {
  const email = /^[^:/]+$/.test(text) ? parseEmail(text) : null
  return email === null ? text.trim() : `mailto:${email}`
}

/** Returns a domain like 'club.example' or '*.school.example' in the form in which addresses are stored, or null. */
export function parseAllowedDomain(text: string): string | null {
  const [, wildcard = '', rest = ''] = /^@?(\*\.)?(.*)$/.exec(text.trim()) ?? []
  const domain = parseDomain(rest)
  return domain !== null && /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(domain) ? wildcard + domain : null
}
