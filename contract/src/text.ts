import * as z from 'zod/mini'

// Invisible characters that change how other text is displayed: control characters, line separators, and the bidirectional
// embeddings, overrides and isolates, which can reverse a name.
const hidden = /[\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff]/u
const idPattern = /^[0-9A-Za-z]{12}$/
const webAddress = /:\/\/|www\./i
const braces = /\{(\w+)\}/g
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

const labels = {
  displayName: 'Display name',
  groupName: 'Group name',
  description: 'Description',
  message: 'Message',
  announcement: 'The message',
}

/** The purpose of a text. Every language has its own label for each purpose. */
export type TextLabel = keyof typeof labels

/** The English sentences of refused texts, by reason. The sentences of other languages are in `web/src/texts`. */
export const inputSentences = {
  required: '{label} is required.',
  unprintable: '{label} contains characters that cannot be shown.',
  invisible: '{label} needs at least one visible character.',
  'web-address': '{label} must not contain a web address.',
  'too-long': '{label} must be at most {max} characters long.',
  'password-too-short': 'Password must be at least {min} characters long',
  'password-too-long': 'Password must be at most {max} characters long',
  email: 'Invalid email format: {email}',
}

export type InputReason = keyof typeof inputSentences

/** Returns a check of a text. Its error contains the reason and the params, so that every language can build its sentence. */
export function textCheck(
  reason: InputReason,
  isFulfilled: (text: string) => boolean,
  params: { label?: TextLabel; min?: number; max?: number },
) {
  const label = params.label && labels[params.label]
  const error = fillIn(inputSentences[reason], { ...params, label }) ?? reason
  return z.refine<string>(isFulfilled, { error, params: { reason, ...params }, abort: true })
}

/**
 * A schema for one line of plain text with 1 to `max` code points. The text is trimmed, and inner white space is collapsed.
 * Refuses control characters and bidirectional overrides.
 */
export function singleLine(label: TextLabel, max: number) {
  return z.string(`${labels[label]} must be text.`).check(
    z.overwrite(text => text.replace(/[\s\ufeff]+/gu, ' ').trim()),
    textCheck('required', text => text.length > 0, { label }),
    textCheck('unprintable', isStorable, { label }),
    textCheck('invisible', text => visible.test(text), { label }),
    textCheck('too-long', text => codePoints(text) <= max, { label, max }),
  )
}

/** A schema for the name of a user or a group. Names appear in emails to strangers, so they must not contain a web address. */
export function name(label: TextLabel, max: number) {
  return singleLine(label, max).check(
    textCheck('web-address', text => !webAddress.test(bare(text)), { label }),
  )
}

/** A schema for plain text with line breaks and 0 to `max` code points. The text is trimmed, and CRLF becomes LF. */
export function multiLine(label: TextLabel, max: number) {
  return z.string(`${labels[label]} must be text.`).check(
    z.overwrite(text => text.replace(/\r\n?/g, '\n').trim()),
    textCheck('unprintable', text => isStorable(text.replace(/[\n\t]/g, ' ')), { label }),
    textCheck('too-long', text => codePoints(text) <= max, { label, max }),
  )
}

/** Replaces the {parts} of a sentence by their values. Returns null if a value is missing. */
export function fillIn(
  sentence: string,
  parts: Partial<Record<string, string | number | null>>,
): string | null {
  const isComplete = [...sentence.matchAll(braces)].every(([, part = '']) => parts[part] != null)
  return isComplete ? sentence.replace(braces, (_, part: string) => String(parts[part])) : null
}

/** A schema for an id in a path. An invalid id becomes '', so that the response is "not found", as for an unknown id. */
export const idInPath = z.string().check(z.overwrite(id => (idPattern.test(id) ? id : '')))

/** A schema for an id in a body. An invalid id is refused. */
export function idInBody(label: string) {
  return z.string(`${label} must be text.`).check(z.regex(idPattern, `${label} is not an id.`))
}

/** Returns whether PostgreSQL can store the text and a screen can display it unchanged. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !hidden.test(text)
}

/** Returns the text as a mail program may interpret it: ASCII instead of wide letters and dots, no invisible characters. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll('。', '.')
}

/** Returns the length of a text in code points, so that most emojis count as one character. */
export function codePoints(text: string): number {
  return [...text].length
}
