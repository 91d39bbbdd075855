import { createHmac, randomBytes } from 'node:crypto'

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash depends on the secret, so that somebody who has only the database can neither find out a token nor check a guess. */
export function hashToken(secret: string, token: string): Buffer {
  return createHmac('sha256', secret).update(token).digest()
}
