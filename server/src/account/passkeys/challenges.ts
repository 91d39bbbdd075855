import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { addMs, minuteMs } from '#clock.ts'
import { consume } from '#limits/limits.ts'
import type { Services } from '#services.ts'

export const challengeLifeMs = 5 * minuteMs

const expiryBytes = 6
const randomPartBytes = 16

type Purpose = {
  purpose: 'add' | 'use'
  /** Who may redeem the challenge. For 'add', the id of the session. For 'use', the token in the browser's cookie. */
  holder: string
}
type With = Pick<Services, 'secret' | 'clock'>

/** As base64url. The challenge contains its expiry and a signature, so the server need not store it before it is used. */
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
  const [shown, right] = [bytes.subarray(signed.length), sign(services, purpose, signed)]
  if (shown.length !== right.length || !timingSafeEqual(shown, right)) return false
  if (signed.readUIntBE(0, expiryBytes) <= services.clock.now().getTime()) return false
  const { allowed } = await consume(services, {
    key: `passkey challenge:${signed.toString('base64url')}`,
    most: 1,
    windowMs: challengeLifeMs,
  })
  return allowed
}

function sign({ secret }: With, { purpose, holder }: Purpose, signed: Buffer): Buffer {
  return createHmac('sha256', secret).update(`passkey ${purpose} ${holder} `).update(signed).digest()
}
