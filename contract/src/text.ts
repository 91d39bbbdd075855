import * as z from 'zod/mini'
import { withoutAnyInvisible, withoutInvisible } from './invisible.ts'

// Control characters, and characters that change how other characters are displayed, such as overrides of the writing direction.
const hidden = /[\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff]/u
const idPattern = /^[0-9A-Za-z]{12}$/
const webAddress = /:\/\/|www\./i
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** What a text is. The catalogue `refusal` has a word for each. */
export type TextLabel =
  | 'displayName'
  | 'groupName'
  | 'description'
  | 'message'
  | 'announcement'
  | 'note'
  | 'passkeyName'
  | 'keyName'
  | 'hookName'
  | 'callText'
  | 'callWords'
  | 'legalText'

/** Why a text is refused. The catalogue `refusal` has a sentence for each. */
export type InputReason =
  | 'required'
  | 'unprintable'
  | 'invisible'
  | 'web-address'
  | 'too-short'
  | 'too-long'
  | 'password-too-short'
  | 'password-too-long'
  | 'email'
  | 'link'
  | 'domain'

/** The error has `reason` and `params`, from which the sentence is made in each language. */
export function textCheck(
  reason: InputReason,
  isFulfilled: (text: string) => boolean,
  params: { label?: TextLabel; min?: number; max?: number },
) {
  return z.refine<string>(isFulfilled, { error: reason, params: { reason, ...params }, abort: true })
}

/** One line of text with 1 to `max` code points, after `cleanLine`. */
export function singleLine(label: TextLabel, max: number) {
  return z.string(`${label} must be text.`).check(
    z.overwrite(cleanLine),
    textCheck('required', text => text.length > 0, { label }),
    textCheck('unprintable', isPrintable, { label }),
    textCheck('invisible', isVisible, { label }),
    textCheck('too-long', text => codePoints(text) <= max, { label, max }),
  )
}

/** A single line without a web address, because the names of users and groups appear in emails to strangers. */
export function name(label: TextLabel, max: number) {
  return singleLine(label, max).check(
    textCheck('web-address', text => !webAddress.test(bare(text)), { label }),
  )
}

/** Text of one or more lines with 0 to `max` code points. Trims the text. Line breaks become LF. */
export function multiLine(label: TextLabel, max: number) {
  return z.string(`${label} must be text.`).check(
    z.overwrite(text => text.replace(/\r\n?/g, '\n').trim()),
    textCheck('unprintable', text => isPrintable(text.replace(/[\n\t]/g, ' ')), { label }),
    textCheck('too-long', text => codePoints(text) <= max, { label, max }),
  )
}

/** An invalid id becomes '', so that the response is the same as for an unknown id. */
export const idInPath = z.string().check(z.overwrite(id => (idPattern.test(id) ? id : '')))

export function idInBody(label: string) {
  return z.string(`${label} must be text.`).check(z.regex(idPattern, `${label} is not an id.`))
}

/** A secret from a link in an email, or from the first push of a device. */
export function tokenBody() {
  return z.strictObject({
    token: z
      .string('The token must be text.')
      .check(z.minLength(1, 'The token is required.'), z.maxLength(256, 'The token is too long.')),
  })
}

/**
 * The part after `#` in the address of an invite link, or in the links of an invitation email: the id, a dot and the secret. Browsers
 * do not send this part when they open the address, so it does not get into logs. An invalid code becomes '', so that the response is the same as for an unknown link.
 */
export const inviteLinkCode = z
  .string('The link must be text.')
  .check(z.overwrite(code => (/^[0-9A-Za-z]{12}\.([\w-]{22}|[\w-]{43})$/.test(code) ? code : '')))

/** Returns false for texts with hidden characters, and for texts with NUL or lone surrogates, which PostgreSQL cannot store. */
export function isPrintable(text: string): boolean {
  return text.isWellFormed() && !hidden.test(text)
}

/**
 * Trims a text, replaces each run of white space by one space, and removes invisible characters, so that names never differ only by
 * them. A text of invisible characters stays as it is, so that its refusal can say why.
 */
export function cleanLine(text: string): string {
  return asLine(withoutInvisible(text)) || asLine(text)
}

function asLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

export function isVisible(text: string): boolean {
  return visible.test(withoutAnyInvisible(text))
}

/** A mail program may also make a link from full-width characters, or from characters with invisible ones between them. */
function bare(text: string): string {
  return withoutAnyInvisible(text.normalize('NFKC')).replaceAll('。', '.')
}

/** 🐎 is one code point, but its `length` is 2. */
export function codePoints(text: string): number {
  return [...text].length
}
