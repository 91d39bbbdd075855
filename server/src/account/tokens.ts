import { createHmac, randomBytes } from 'node:crypto'

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns a hash that depends on the secret. Somebody who has only the database cannot find out a token or check a guess. */
export function hashToken(secret: string, token: string): Buffer {
  return createHmac('sha256', secret).update(token).digest()
}
