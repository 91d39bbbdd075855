import { languageCodes } from '@grouplight/locales/src/languages.ts'
import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { withoutAnyInvisible } from './invisible.ts'
import { codePoints, idInBody, inviteLinkCode, isPrintable, name, textCheck } from './text.ts'

const endpoint = endpointsOf('account')

export const maxEmailLength = 254
export const minPasswordLength = 6
export const maxPasswordLength = 128

/** What can become of a group whose admin deletes the account: a deputy takes it over, its members decide, or it is deleted. */
export const groupFates = ['deputy', 'members', 'delete'] as const
export type GroupFate = (typeof groupFates)[number]

export const redirectAfterSignUpMs = 5_000
export const redirectAfterVerificationMs = 3_000
export const redirectAfterResetMs = 3_000

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u
// Also limits how long the expressions of `bareAddress` take.
const maxTypedLength = 2 * maxEmailLength

/** Returns the normalized form in which addresses are stored and compared, or null if the address is invalid. */
export function parseEmail(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.length > maxTypedLength) return null
  const typed = bareAddress(trimmed)
  if (!isPrintable(withoutAnyInvisible(trimmed)) || !emailPattern.test(typed)) return null
  const at = typed.lastIndexOf('@')
  const local = unquoted(typed.slice(0, at).normalize('NFKC').toLowerCase().normalize('NFKC'))
  const email = `${local}@${parseDomain(typed.slice(at + 1))}`
  return email.length <= maxEmailLength && emailPattern.test(email) ? email : null
}

/** Returns the normalized form of a domain, in which other scripts are written as `xn--…`, or null if the domain is invalid. */
export function parseDomain(text: string): string | null {
  const typed = withoutAnyInvisible(text).trim().normalize('NFC').toLowerCase()
  const domain = asciiDomain(typed).replace(/\.+$/, '')
  return /^[^\s@]+\.[^\s@]+$/.test(domain) ? domain : null
}

/** Removes what people copy together with an address: 'Ana <ana@example.org>;', `mailto:`, and invisible characters. */
function bareAddress(text: string): string {
  return withoutAnyInvisible(text)
    .replace(/[＠﹫]/gu, '@')
    .replace(/[．。｡]/gu, '.')
    .replace(endOfAddress, '')
    .replace(/^.*<([^<>]*)>$/u, '$1')
    .replace(/^<|>$/gu, '')
    .replace(/^mailto:([^?]*).*$/iu, '$1')
    .replace(endOfAddress, '')
    .trim()
}

const endOfAddress = /[\s.,;，；、]+$/u

/** Removes the quotes and backslashes of a quoted local part. The address still names the same mailbox (RFC 5321, section 4.1.2). */
function unquoted(local: string): string {
  return /^"([^"]+)"$/.exec(local)?.[1]?.replace(/\\(.)/g, '$1') ?? local
}

function asciiDomain(domain: string): string {
  if (/^[\x21-\x7e]+$/.test(domain)) return domain
  // `URL` would end the host name at `/`, `?`, `#`, `\` or `:` without an error, begin it after `@`, and decode `%`.
  const url = `http://${domain}`
  return /[/?#\\:%@]/.test(domain) || !URL.canParse(url) ? '' : new URL(url).hostname
}

/** A schema that normalizes an email address. */
export function email() {
  return z.pipe(
    z.string('The email address must be text.'),
    z.transform((text: string, context) => {
      const parsed = parseEmail(text)
      if (parsed !== null) return parsed
      const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
      const params = { reason: 'email', email: line.slice(0, maxEmailLength) }
      context.issues.push({ code: 'custom', message: params.reason, params, input: text })
      return z.NEVER
    }),
  )
}

export const displayName = name('displayName', 80)

export const newPassword = z.string('The password must be text.').check(
  textCheck('password-too-short', text => codePoints(text) >= minPasswordLength, { min: minPasswordLength }),
  textCheck('password-too-long', text => codePoints(text) <= maxPasswordLength, { max: maxPasswordLength }),
)

/** An existing password. The limits are wide, because the password may have been set under other limits. */
export const knownPassword = z
  .string('The password must be text.')
  .check(z.minLength(1, 'Password is required.'), z.maxLength(1_024, 'The password is too long.'))

export const accountSchema = z
  .object({
    uid: z.string(),
    displayName: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    /** Absent unless the user is an operator of this site. */
    isOperator: z.optional(z.literal(true)),
  })
  .register(z.globalRegistry, { id: 'Account' })

export type Account = z.infer<typeof accountSchema>

export const readSession = endpoint('readSession', {
  request: 'GET /api/session',
  access: 'anybody',
  answer: () => z.object({ account: z.nullable(accountSchema) }),
})

export const signIn = endpoint('signIn', {
  request: 'POST /api/session',
  access: 'anybody',
  body: () => z.strictObject({ email: email(), password: knownPassword }),
  answer: () => z.object({ account: accountSchema }),
  refusals: [
    'invalid-credential',
    'email-not-verified',
    'user-disabled',
    'password-sign-in-off',
    'too-many-requests',
  ],
})

export const signOut = endpoint('signOut', {
  request: 'DELETE /api/session',
  access: 'anybody',
})

export const signUp = endpoint('signUp', {
  request: 'POST /api/accounts',
  access: 'anybody',
  body: () =>
    z.strictObject({
      displayName,
      email: email(),
      password: newPassword,
      /** The code of an invite link. If the link can be used, the verification of the address invites the user to the group. */
      code: z.optional(inviteLinkCode),
    }),
  /** `mailbox` is the path of the development mailbox. Null if the site sends emails, or for requests from other machines. */
  answer: () => z.object({ ok: z.literal(true), mailbox: z.nullable(z.string()) }),
  refusals: ['sign-up-closed', 'password-sign-in-off', 'too-many-requests'],
})

const openInvitation = z.object({
  /** The code that emails about the invitation also contain. */
  code: z.string(),
  /** True if the user signed up with the invite link of this invitation, so the user wants to join. */
  isWanted: z.boolean(),
})

export const verifyEmail = endpoint('verifyEmail', {
  request: 'POST /api/email-verification',
  access: 'anybody',
  body: () =>
    z.strictObject({
      code: z
        .string('The code must be text.')
        .check(z.minLength(1, 'The code is required.'), z.maxLength(256, 'The code is too long.')),
      password: z.optional(knownPassword),
    }),
  answer: () => z.object({ ok: z.literal(true), email: z.string(), invitation: z.nullable(openInvitation) }),
  refusals: [
    'sign-up-closed',
    'domain-not-allowed',
    'password-needed',
    'wrong-password',
    'expired-action-code',
    'invalid-action-code',
    'user-disabled',
    'user-not-found',
    'password-sign-in-off',
    'too-many-requests',
  ],
})

export const updateAccount = endpoint('updateAccount', {
  request: 'PATCH /api/account',
  body: () => z.strictObject({ displayName }),
  answer: () => z.object({ account: accountSchema }),
  refusals: ['too-many-requests'],
})

/** Null means the preferred language of each browser. */
export const setLanguage = endpoint('setLanguage', {
  request: 'PUT /api/account/language',
  body: () => z.strictObject({ language: z.nullable(z.enum(languageCodes)) }),
})

export const deleteAccount = endpoint('deleteAccount', {
  request: 'POST /api/account/deletion',
  body: () =>
    z.strictObject({
      password: z.optional(knownPassword),
      /** What becomes of the groups whose admin the user is. */
      groups: z._default(
        z
          .array(
            z.strictObject({
              groupId: idInBody('groupId'),
              fate: z.enum(groupFates, `fate must be one of: ${groupFates.join(', ')}.`),
              /** The deputy, if the fate is 'deputy'. */
              deputyId: z.optional(idInBody('deputyId')),
            }),
          )
          .check(z.maxLength(200, 'Too many groups.')),
        [],
      ),
    }),
  refusals: ['wrong-password', 'confirm-first', 'password-sign-in-off', 'too-many-requests', 'still-creator'],
})
