// The number of bytes of text that fit into one 'encoded word' of at most 75 characters, in base64 (RFC 2047, section 2).
const wordBytes = 45

/**
 * Returns the whole subject as encoded words (RFC 2047). A subject that contains `=?` must be sent in this form. Otherwise a mail
 * program could take a part of it for an encoded word and show a different text.
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
