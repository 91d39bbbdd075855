import * as z from 'zod/mini'

// Characters nobody can see but that change what others read: controls, line separators, and the
// bidirectional embeddings, overrides and isolates that can turn a name around.
const hidden = /[\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff]/u
const idPattern = /^[0-9A-Za-z]{12}$/
const webAddress = /:\/\/|www\./i
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * One line of plain text: trimmed, inner white space collapsed, 1 to `max` characters (code points).
 * Refuses control and bidirectional-override characters. `label` opens the sentence of each refusal.
 */
export function singleLine(label: string, max: number) {
  return z.string(`${label} must be text.`).check(
    z.overwrite(text => text.replace(/[\s\ufeff]+/gu, ' ').trim()),
    z.refine(text => text.length > 0, { error: `${label} is required.`, abort: true }),
    z.refine(isStorable, { error: `${label} contains characters that cannot be shown.`, abort: true }),
    z.refine(text => visible.test(text), {
      error: `${label} needs at least one visible character.`,
      abort: true,
    }),
    z.refine(text => codePoints(text) <= max, `${label} must be at most ${max} characters long.`),
  )
}

/** A line that names somebody or something. Names stand in emails to strangers, so they contain no web address. */
export function name(label: string, max: number) {
  return singleLine(label, max).check(
    z.refine(text => !webAddress.test(bare(text)), `${label} must not contain a web address.`),
  )
}

/** Plain text with line breaks: trimmed, CRLF becomes LF, 0 to `max` characters (code points). */
export function multiLine(label: string, max: number) {
  return z.string(`${label} must be text.`).check(
    z.overwrite(text => text.replace(/\r\n?/g, '\n').trim()),
    z.refine(text => isStorable(text.replace(/[\n\t]/g, ' ')), {
      error: `${label} contains characters that cannot be shown.`,
      abort: true,
    }),
    z.refine(text => codePoints(text) <= max, `${label} must be at most ${max} characters long.`),
  )
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
