// The bytes that fit, as base64, into one encoded word of 75 characters (RFC 2047, 2).
const wordBytes = 45

/**
 * Encodes a subject as encoded words. Needed for a subject that already looks like encoded words: a mail program would decode it
 * and show another text.
 */
export function encodedSubject(subject: string): string {
  const words: string[] = []
  let word = ''
  for (const character of subject) {
    if (Buffer.byteLength(word + character) > wordBytes) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map(text => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`).join('\r\n ')
}
