import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { customAlphabet } from 'nanoid'

/** Returns an id with 71 random bits: see docs/decisions/ids-and-names.md. */
export const newId = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 12)

export function newToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** The hash depends on the secret, so that somebody who has only the database can neither find out a token nor check a guess. */
export function hashToken(secret: string, ...parts: (string | Buffer)[]): Buffer {
  const hash = createHmac('sha256', secret)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The time that this takes does not reveal how much of a guess is right. */
export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
