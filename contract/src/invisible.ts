/** Characters that take no part in what a reader sees, or only change how their neighbours look. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\u{1d159}]/u

// Overrides of the writing direction are refused instead of removed. The signs of Arabic and other numbers are visible.
const notRemoved =
  /[\u202a-\u202e\u2066-\u2069\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u

/** Joiners, variation selectors and tags: some languages and emoji need them. */
const joining = /[\p{Join_Control}\p{Variation_Selector}\u180e\u{e0020}-\u{e007f}]/u

const alwaysRemoved = new RegExp(`(?!${notRemoved.source}|${joining.source})${invisible.source}`, 'gu')

const needed = [
  // The flags of England, Scotland and Wales.
  /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/u,
  // Keycaps.
  /[#*0-9]\ufe0f\u20e3/u,
  // Emoji of several parts.
  /\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?(?:\u200d(?=\p{Extended_Pictographic}))?/u,
  /(?!\p{Variation_Selector})[\p{L}\p{M}][\u200c\u200d](?=\p{L})/u,
  // A sign that no vowel follows, and a joiner: some letters of India end a word in this way.
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]\u200d/u,
  /\p{Script=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u,
  /(?=\p{Script=Mongolian})\p{L}[\u180b-\u180f]/u,
]

const removedUnlessNeeded = new RegExp(
  `(${needed.map(({ source }) => source).join('|')})|${joining.source}`,
  'gu',
)

const maxMarks = 4
const manyMarks = new RegExp(`([\\p{Mn}\\p{Me}]{${maxMarks}})[\\p{Mn}\\p{Me}]+`, 'gu')

/** Removes invisible characters, except where a language or an emoji needs them, and all but the first four marks of each letter. */
export function withoutInvisible(text: string): string {
  return text.replace(alwaysRemoved, '').replace(removedUnlessNeeded, '$1').replace(manyMarks, '$1')
}

/** Removes all invisible characters. Use it for texts that are compared, but not shown. */
export function withoutAnyInvisible(text: string): string {
  return text.replace(new RegExp(invisible, 'gu'), '')
}
