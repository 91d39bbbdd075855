import { createHmac, randomBytes } from 'node:crypto'

/** 256 random bits, safe in links and cookies. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** How a token is stored: whoever reads the database can neither use it nor, without the secret, test a guess. */
export function hashToken(secret: string, token: string): Buffer {
  return createHmac('sha256', secret).update(token).digest()
}
