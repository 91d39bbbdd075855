/** Uses the first, second and last word: "AMC" for "Ana Maria de la Cruz". Returns "?" if the name has no letter or digit. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s\-_.,]+/u).filter(word => /[\p{L}\p{N}]/u.test(word))
  const chosen = words.length > 3 ? [words[0], words[1], words.at(-1)] : words
  return chosen.map(word => firstLetter(word ?? '')).join('') || '?'
}

function firstLetter(word: string): string {
  const letter = word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? ''
  return letter.normalize('NFC').toLocaleUpperCase('en')
}
