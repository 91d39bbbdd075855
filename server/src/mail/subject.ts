// The number of bytes of text that fit into one 'encoded word' of at most 75 characters, in base64 (RFC 2047, section 2).
const wordBytes = 45

/** Encodes the whole subject (RFC 2047). Otherwise, mail programs could decode a part of it if it contains `=?`. */
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
