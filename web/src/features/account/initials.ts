/**
 * Uses the first, second and last word: "AMC" for "Ana Maria de la Cruz". For a name without a letter or digit, returns its first
 * emoji or other symbol. Returns "?" if there is none.
 */
export function initialsOf(name: string): string {
  const words = name.split(/[\s\-_.,]+/u).filter(word => /[\p{L}\p{N}]/u.test(word))
  const chosen = words.length > 3 ? [words[0], words[1], words.at(-1)] : words
  return chosen.map(word => firstLetter(word ?? '')).join('') || firstSymbol(name) || '?'
}

function firstLetter(word: string): string {
  const letter = word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? ''
  return letter.normalize('NFC').toLocaleUpperCase('en')
}

/** An emoji can consist of several characters, for example a family or a flag. Older browsers cannot tell which belong together. */
function firstSymbol(name: string): string | undefined {
  const parts =
    'Segmenter' in Intl ? Array.from(new Intl.Segmenter().segment(name), one => one.segment) : [...name]
  return parts.find(part => /\p{S}/u.test(part))
}
