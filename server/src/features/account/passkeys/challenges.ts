import { randomBytes } from 'node:crypto'
import { addMs, minuteMs } from '#platform/clock.ts'
import { consume } from '#platform/limits/limits.ts'
import { hashToken, isSame } from '#platform/tokens.ts'
import type { Services } from '#services.ts'

export const challengeLifeMs = 5 * minuteMs

const expiryBytes = 6
const randomPartBytes = 16

type Purpose = {
  purpose: 'add' | 'use'
  /** Who may redeem the challenge: the id of the session for 'add', or the token in the browser's cookie for 'use'. */
  holder: string
}
type With = Pick<Services, 'secret' | 'clock'>

/** Returns a challenge in base64url. It contains its expiry and a signature, so the server stores only used challenges. */
export function newChallenge(services: With, purpose: Purpose): string {
  const expiry = Buffer.alloc(expiryBytes)
  expiry.writeUIntBE(addMs(services.clock.now(), challengeLifeMs).getTime(), 0, expiryBytes)
  const signed = Buffer.concat([expiry, randomBytes(randomPartBytes)])
  return Buffer.concat([signed, sign(services, purpose, signed)]).toString('base64url')
}

/** Returns whether the challenge was made for this purpose and holder, and is unexpired and unused. If so, marks it as used. */
export async function redeemChallenge(
  services: Pick<Services, 'secret' | 'clock' | 'database'>,
  purpose: Purpose,
  challenge: string,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  const signed = bytes.subarray(0, expiryBytes + randomPartBytes)
  if (!isSame(bytes.subarray(signed.length), sign(services, purpose, signed))) return false
  if (signed.readUIntBE(0, expiryBytes) <= services.clock.now().getTime()) return false
  const { allowed } = await consume(services, {
    key: `passkey challenge:${signed.toString('base64url')}`,
    most: 1,
    windowMs: challengeLifeMs,
  })
  return allowed
}

function sign({ secret }: With, { purpose, holder }: Purpose, signed: Buffer): Buffer {
  return hashToken(secret, `passkey ${purpose} ${holder} `, signed)
}
