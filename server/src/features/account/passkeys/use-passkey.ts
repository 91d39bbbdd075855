import type { passkeyUsed } from '@grouplight/contract/passkey.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { dayOf, minuteMs } from '#platform/clock.ts'
import { passkeys, users } from '#platform/database/schema.ts'
import { limitRefusals } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { redeemChallenge } from './challenges.ts'
import { userHandleOf } from './options.ts'
import { passkeyRefused } from './passkeys.ts'
import { challengeOf, verifyUsed } from './verify.ts'

const windowMs = 15 * minuteMs

export type Attempt = {
  response: z.output<typeof passkeyUsed>
  /** The token in the browser's cookie. */
  browser: string | null
  ip: string
}
export type UsedPasskey = { passkeyId: string; account: { uid: string; email: string } }

export function usePasskey(services: Services, attempt: Attempt): Promise<UsedPasskey> {
  const most = services.config.limits.failedSignInsPerIp
  const limit = { key: `passkey from:${attempt.ip}`, most, windowMs }
  return limitRefusals(services, limit, () => verifyAttempt(services, attempt), {
    isRefusal: error => error instanceof Problem && error.code === 'passkey-refused',
    tooMany: outcome => new Problem('too-many-requests.sign-ins', outcome),
  })
}

async function verifyAttempt(services: Services, { response, browser }: Attempt): Promise<UsedPasskey> {
  const { config, database, clock, log } = services
  const challenge = challengeOf(response)
  if (challenge === null || browser === null) throw passkeyRefused()
  if (!(await redeemChallenge(services, { purpose: 'use', holder: browser }, challenge)))
    throw passkeyRefused()
  const [found] = await database
    .select({ passkey: passkeys, account: { uid: users.uid, email: users.email } })
    .from(passkeys)
    .innerJoin(users, eq(users.uid, passkeys.userId))
    .where(
      and(
        eq(passkeys.credentialId, Buffer.from(response.id, 'base64url')),
        isNotNull(users.emailVerifiedAt),
        isNull(users.disabledAt),
      ),
    )
  if (!found || response.response.userHandle !== userHandleOf(found.account.uid)) throw passkeyRefused()
  const { passkey: credential, account } = found
  const counter = await verifyUsed(config, response, { challenge, credential })
  if (counter === null) {
    log.info({ userId: account.uid }, 'a passkey was refused')
    throw passkeyRefused()
  }
  // The response is refused if a concurrent response has changed the stored counter.
  const [used] = await database
    .update(passkeys)
    .set({ counter, lastUsedOn: dayOf(clock.now()) })
    .where(and(eq(passkeys.id, credential.id), eq(passkeys.counter, credential.counter)))
    .returning({ id: passkeys.id })
  if (!used) throw passkeyRefused()
  return { passkeyId: used.id, account }
}
