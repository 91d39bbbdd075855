// What fits into one encoded word of 75 characters (RFC 2047, 2) as base64.
const wordBytes = 45

/**
 * A subject as encoded words. For what looks like encoded words itself: sent as it is, a mail program would show what it
 * decodes to, and not what somebody has written.
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
