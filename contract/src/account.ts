import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { codePoints, isStorable, name, textCheck } from './text.ts'

export const maxEmailLength = 254
export const minPasswordLength = 6
export const maxPasswordLength = 128

/** The time for which each success message is shown before the page redirects, in milliseconds. */
export const redirectAfterSignUpMs = 5_000
export const redirectAfterVerificationMs = 3_000
export const redirectAfterResetMs = 3_000

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u

/**
 * Returns the address in its normal form, which is used for every comparison. Returns null if the text is not an address.
 * The domain is converted to ASCII, so that all spellings of one domain are the same address. Quotes around the local part and
 * a dot at the end are removed, because mail servers ignore them.
 */
export function parseEmail(text: string): string | null {
  const typed = text.trim().normalize('NFC').toLowerCase()
  if (typed.length > maxEmailLength || !isStorable(typed) || !emailPattern.test(typed)) return null
  const at = typed.lastIndexOf('@') + 1
  const local = unquoted(typed.slice(0, at - 1))
  const domain = asciiDomain(typed.slice(at)).replace(/\.+$/, '')
  const email = `${local}@${domain}`
  return email.length <= maxEmailLength && emailPattern.test(email) ? email : null
}

/** Removes the quotes around a local part (RFC 5321, 4.1.2). A local part with more quotes inside is not changed. */
function unquoted(local: string): string {
  return /^"([^"]+)"$/.exec(local)?.[1]?.replace(/\\(.)/g, '$1') ?? local
}

/** Converts an internationalized domain to ASCII. Returns '' if the domain is not valid. */
function asciiDomain(domain: string): string {
  if (/^[\x21-\x7e]+$/.test(domain)) return domain
  // URL would cut these characters off instead of refusing the domain.
  const url = `http://${domain}`
  return /[/?#\\:%]/.test(domain) || !URL.canParse(url) ? '' : new URL(url).hostname
}

/** A schema for an email address. `refusal` returns the error message, because the screens use different messages. */
export function email(refusal: (value: string) => string = () => 'Invalid email address format.') {
  return z.pipe(
    z.string('The email address must be text.'),
    z.transform((text: string, context) => {
      const parsed = parseEmail(text)
      if (parsed !== null) return parsed
      const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
      const params = { reason: 'email', email: line.slice(0, maxEmailLength) }
      context.issues.push({ code: 'custom', message: refusal(params.email), params, input: text })
      return z.NEVER
    }),
  )
}

export const displayName = name('displayName', 80)

/** A schema for a new password: 6 to 128 code points, not trimmed. */
export const newPassword = z.string('The password must be text.').check(
  textCheck('password-too-short', text => codePoints(text) >= minPasswordLength, { min: minPasswordLength }),
  textCheck('password-too-long', text => codePoints(text) <= maxPasswordLength, { max: maxPasswordLength }),
)

/** A schema for an existing password. Its limits are wider, because earlier versions had other limits for new passwords. */
const knownPassword = z
  .string('The password must be text.')
  .check(z.minLength(1, 'Password is required.'), z.maxLength(1_024, 'The password is too long.'))

export const accountSchema = z
  .object({ uid: z.string(), displayName: z.string(), email: z.string(), emailVerified: z.boolean() })
  .register(z.globalRegistry, { id: 'Account' })

/** The account of the signed-in user. The address is never sent to other users. */
export type Account = z.infer<typeof accountSchema>

export const readSession = endpoint({
  name: 'readSession',
  tag: 'account',
  method: 'GET',
  path: '/api/session',
  summary: 'Returns the account of the signed-in user, or null for a guest.',
  access: 'anybody',
  answer: () => z.object({ account: z.nullable(accountSchema) }),
  refusals: [],
})

export const signIn = endpoint({
  name: 'signIn',
  tag: 'account',
  method: 'POST',
  path: '/api/session',
  summary:
    'Signs in and sets the session cookie. API clients may send the value of the cookie as a bearer token.',
  access: 'anybody',
  body: () =>
    z.strictObject({
      email: email(),
      password: knownPassword,
    }),
  answer: () => z.object({ account: accountSchema }),
  refusals: ['invalid-credential', 'email-not-verified', 'user-disabled', 'too-many-requests'],
})

export const signOut = endpoint({
  name: 'signOut',
  tag: 'account',
  method: 'DELETE',
  path: '/api/session',
  summary: 'Makes the user Unavailable in every group and ends this session.',
  access: 'anybody',
  refusals: [],
})

export const signUp = endpoint({
  name: 'signUp',
  tag: 'account',
  method: 'POST',
  path: '/api/accounts',
  summary:
    'Sends a verification link by email. The response is the same whether or not the address has an account.',
  access: 'anybody',
  body: () => z.strictObject({ displayName, email: email(), password: newPassword }),
  answer: () => z.object({ ok: z.literal(true) }),
  refusals: ['too-many-requests'],
})

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  tag: 'account',
  method: 'POST',
  path: '/api/email-verification',
  summary:
    'Creates the account of a sign-up by the code of its link. If the address has several sign-ups, a password or the sign-up cookie is required.',
  access: 'anybody',
  body: () =>
    z.strictObject({
      code: z
        .string('The code must be text.')
        .check(z.minLength(1, 'The code is required.'), z.maxLength(256, 'The code is too long.')),
      password: z.optional(knownPassword),
    }),
  answer: () => z.object({ ok: z.literal(true) }),
  refusals: [
    'password-needed',
    'wrong-password',
    'expired-action-code',
    'invalid-action-code',
    'user-disabled',
    'user-not-found',
    'too-many-requests',
  ],
})

export const updateAccount = endpoint({
  name: 'updateAccount',
  tag: 'account',
  method: 'PATCH',
  path: '/api/account',
  summary: "Changes the user's display name in all their groups.",
  access: 'verified',
  body: () => z.strictObject({ displayName }),
  answer: () => z.object({ account: accountSchema }),
  refusals: ['too-many-requests'],
})

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  tag: 'account',
  method: 'POST',
  path: '/api/account/deletion',
  summary:
    'Deletes the account after checking the password. The user must first delete or hand over the groups that they created.',
  access: 'verified',
  body: () => z.strictObject({ password: knownPassword }),
  refusals: ['wrong-password', 'too-many-requests', 'still-creator'],
})
