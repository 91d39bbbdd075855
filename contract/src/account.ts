import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { codePoints, isStorable, name, rule } from './text.ts'

export const maxEmailLength = 254
export const minPasswordLength = 6
export const maxPasswordLength = 128

/** How long a success view stays before it moves on by itself, in milliseconds. */
export const afterSignUpMs = 5_000
export const afterVerificationMs = 3_000
export const afterResetMs = 3_000

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u

/**
 * Trimmed, lower-cased and written in one way, as addresses are compared everywhere; null when it is not an address. The domain
 * becomes what the mail is sent to, so that a look-alike that is the same domain is the same address. Mail servers ignore quotes
 * around the local part and a dot at the end.
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

/** A quoted local part without its quotes (RFC 5321, 4.1.2). With quotes inside it stays as it is: no email goes there. */
function unquoted(local: string): string {
  return /^"([^"]+)"$/.exec(local)?.[1]?.replace(/\\(.)/g, '$1') ?? local
}

/** A domain by the rules of internationalized ones; '' when it is none. */
function asciiDomain(domain: string): string {
  if (/^[\x21-\x7e]+$/.test(domain)) return domain
  // What else a URL gives a meaning would be cut off.
  const url = `http://${domain}`
  return /[/?#\\:%]/.test(domain) || !URL.canParse(url) ? '' : new URL(url).hostname
}

/** An e-mail address. The refusal's sentence is the caller's, because each screen words it its own way. */
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

/** A new password: 6 to 128 characters (code points), never trimmed. */
export const newPassword = z.string('The password must be text.').check(
  rule('password-too-short', text => codePoints(text) >= minPasswordLength, { min: minPasswordLength }),
  rule('password-too-long', text => codePoints(text) <= maxPasswordLength, { max: maxPasswordLength }),
)

/** A password to be compared, whatever was once allowed. */
const knownPassword = z
  .string('The password must be text.')
  .check(z.minLength(1, 'Password is required.'), z.maxLength(1_024, 'The password is too long.'))

export const accountSchema = z
  .object({ uid: z.string(), displayName: z.string(), email: z.string(), emailVerified: z.boolean() })
  .register(z.globalRegistry, { id: 'Account' })

/** The signed-in person as they see themselves. Nobody else is sent the address. */
export type Account = z.infer<typeof accountSchema>

export const readSession = endpoint({
  name: 'readSession',
  tag: 'account',
  method: 'GET',
  path: '/api/session',
  summary: 'Who is signed in, or null for a guest.',
  access: 'anybody',
  answer: () => z.object({ account: z.nullable(accountSchema) }),
  refusals: [],
})

export const signIn = endpoint({
  name: 'signIn',
  tag: 'account',
  method: 'POST',
  path: '/api/session',
  summary: 'Signs in and sets the session cookie. API clients may send its value as a bearer token instead.',
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
  summary: 'Makes the person Unavailable in every group and ends this session.',
  access: 'anybody',
  refusals: [],
})

export const signUp = endpoint({
  name: 'signUp',
  tag: 'account',
  method: 'POST',
  path: '/api/accounts',
  summary: 'Mails a verification link. Answers the same whether or not the address has an account.',
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
    'Makes an account of a sign-up by the code of its link. Where several wait for the address, it takes the password, unless the cookie of the sign-up is shown.',
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
  summary: "Changes the person's display name, in all their groups at once.",
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
    "Deletes the person's account, confirmed by their password. Groups of their own go or are handed over before.",
  access: 'verified',
  body: () => z.strictObject({ password: knownPassword }),
  refusals: ['wrong-password', 'too-many-requests', 'still-creator'],
})
