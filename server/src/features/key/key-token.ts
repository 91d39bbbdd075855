import { crc32 } from 'node:zlib'
import { customAlphabet } from 'nanoid'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefix = 'gl_'
const randomLength = 30
const checksumLength = 6
// A token of a session has this length. By chance, it can begin with the prefix.
const sessionTokenLength = 43

const newRandomPart = customAlphabet(alphabet, randomLength)
const wellFormed = new RegExp(`^${prefix}([${alphabet}]{${randomLength}})([${alphabet}]{${checksumLength}})$`)

/** Returns a token with 178 random bits. Secret scanners can recognize it by its prefix and its checksum. */
export function newKeyToken(): string {
  const random = newRandomPart()
  return prefix + random + checksumOf(random)
}

/** Distinguishes tokens of keys from tokens of sessions. A wrong or incomplete token may also count as the token of a key. */
export function isKeyToken(token: string): boolean {
  return token.startsWith(prefix) && token.length !== sessionTokenLength
}

/** Returns whether a token has the right format and checksum. Every token that the server makes for a key has both. */
export function isWellFormed(token: string): boolean {
  const [, random = '', checksum] = wellFormed.exec(token) ?? []
  return checksum === checksumOf(random)
}

function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
