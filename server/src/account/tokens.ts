import { createHmac, randomBytes } from 'node:crypto'

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Returns a hash of the token that depends on the secret. Therefore someone who can read the database can neither use nor guess
 * tokens.
 */
export function hashToken(secret: string, token: string): Buffer {
  return createHmac('sha256', secret).update(token).digest()
}
