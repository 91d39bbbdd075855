// The number of bytes that fit into one base64 encoded word of 75 characters (RFC 2047, section 2).
const wordBytes = 45

/** Encodes a subject that contains `=?`. A mail program could take such a subject for an encoded word and show another text. */
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
