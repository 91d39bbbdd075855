import { crc32 } from 'node:zlib'
import { customAlphabet } from 'nanoid'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefix = 'gl_'
const randomLength = 30
const checksumLength = 6
// The token of a session always has this length, and can begin with the prefix by chance.
const sessionTokenLength = 43

const newRandomPart = customAlphabet(alphabet, randomLength)
const wellFormed = new RegExp(`^${prefix}([${alphabet}]{${randomLength}})([${alphabet}]{${checksumLength}})$`)

/** Returns a token with 178 random bits. Its prefix and its checksum let scanners for secrets recognize it. */
export function newKeyToken(): string {
  const random = newRandomPart()
  return prefix + random + checksumOf(random)
}

/** Returns whether a token looks like that of a key and not like that of a session. The token may still be incomplete or wrong. */
export function isKeyToken(token: string): boolean {
  return token.startsWith(prefix) && token.length !== sessionTokenLength
}

/** Returns whether a token has the format and the checksum of a key's token. Otherwise the server cannot have made it for a key. */
export function isWellFormed(token: string): boolean {
  const [, random = '', checksum] = wellFormed.exec(token) ?? []
  return checksum === checksumOf(random)
}

/** Returns the CRC-32 of the text in base 62, with 6 digits. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
