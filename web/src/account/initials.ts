/** Returns up to three initials, of the first, second and last word. For "Ana Maria de la Cruz" it returns "AMC". */
export function initialsOf(name: string): string {
  const words = name.split(/[\s\-_.,]+/u).filter(word => /[\p{L}\p{N}]/u.test(word))
  const chosen = words.length > 3 ? [words[0], words[1], words.at(-1)] : words
  return chosen.map(word => firstLetter(word ?? '')).join('') || '?'
}

/** Returns the first letter with its accents, and never half of a surrogate pair. */
function firstLetter(word: string): string {
  const letter = word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? ''
  return letter.normalize('NFC').toLocaleUpperCase('en')
}
