import * as z from 'zod/mini'

// Characters nobody can see but that change what others read: controls, line separators, and the
// bidirectional embeddings, overrides and isolates that can turn a name around.
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

/** What a text is for. Every language has its own label for it. */
export type TextLabel = keyof typeof labels

/** Why a text is refused, in English. Other languages word the key, see `web/src/texts`. */
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

/** A check of a text. Its refusal carries the reason and the params, from which every language makes its sentence. */
export function rule(
  reason: InputReason,
  isFulfilled: (text: string) => boolean,
  params: { label?: TextLabel; min?: number; max?: number },
) {
  const label = params.label && labels[params.label]
  const error = fillIn(inputSentences[reason], { ...params, label }) ?? reason
  return z.refine<string>(isFulfilled, { error, params: { reason, ...params }, abort: true })
}

/**
 * One line of plain text: trimmed, inner white space collapsed, 1 to `max` characters (code points).
 * Refuses control and bidirectional-override characters.
 */
export function singleLine(label: TextLabel, max: number) {
  return z.string(`${labels[label]} must be text.`).check(
    z.overwrite(text => text.replace(/[\s\ufeff]+/gu, ' ').trim()),
    rule('required', text => text.length > 0, { label }),
    rule('unprintable', isStorable, { label }),
    rule('invisible', text => visible.test(text), { label }),
    rule('too-long', text => codePoints(text) <= max, { label, max }),
  )
}

/** A line that names somebody or something. Names stand in emails to strangers, so they contain no web address. */
export function name(label: TextLabel, max: number) {
  return singleLine(label, max).check(rule('web-address', text => !webAddress.test(bare(text)), { label }))
}

/** Plain text with line breaks: trimmed, CRLF becomes LF, 0 to `max` characters (code points). */
export function multiLine(label: TextLabel, max: number) {
  return z.string(`${labels[label]} must be text.`).check(
    z.overwrite(text => text.replace(/\r\n?/g, '\n').trim()),
    rule('unprintable', text => isStorable(text.replace(/[\n\t]/g, ' ')), { label }),
    rule('too-long', text => codePoints(text) <= max, { label, max }),
  )
}

/** A sentence with its {parts} filled in; null when one of them is missing. */
export function fillIn(
  sentence: string,
  parts: Partial<Record<string, string | number | null>>,
): string | null {
  const isComplete = [...sentence.matchAll(braces)].every(([, part = '']) => parts[part] != null)
  return isComplete ? sentence.replace(braces, (_, part: string) => String(parts[part])) : null
}

/** An id in a path. What cannot be one becomes '', which nothing has: it ends as "not found", like any stranger's. */
export const idInPath = z.string().check(z.overwrite(id => (idPattern.test(id) ? id : '')))

/** An id in a body: what cannot be one is refused. */
export function idInBody(label: string) {
  return z.string(`${label} must be text.`).check(z.regex(idPattern, `${label} is not an id.`))
}

/** Whether PostgreSQL can store the text and a screen can show it as it was typed. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !hidden.test(text)
}

/** As a mail program may read it: wide letters and dots as plain ones, without characters that are not shown. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll('。', '.')
}

/** Length as people count it nearly always: code points, so an emoji is not two. */
export function codePoints(text: string): number {
  return [...text].length
}
