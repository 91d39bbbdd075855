import { createHmac, randomBytes } from 'node:crypto'

/** Returns 256 random bits as text that is safe in links and cookies. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash of a token for the database. A reader of the database can neither use it nor test guesses without the secret. */
export function hashToken(secret: string, token: string): Buffer {
  return createHmac('sha256', secret).update(token).digest()
}
