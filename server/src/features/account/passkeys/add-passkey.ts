import type { Passkey, passkeyCreated } from '@grouplight/contract/passkey.ts'
import type * as z from 'zod/mini'
import { hourMs } from '#platform/clock.ts'
import { passkeys } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import { queueEmail } from '#platform/mail/queue-email.ts'
import { newId } from '#platform/tokens.ts'
import type { Caller, Services } from '#services.ts'
import { commitConfirmed, requireConfirmation } from '../confirmation.ts'
import { requirePasswordSignIn } from '../registration.ts'
import { passkeyAddedEmail } from '../security-emails.ts'
import { newChallenge, redeemChallenge } from './challenges.ts'
import { creationOptions } from './options.ts'
import { passkeyRefused, passkeysOf, refuseTooMany, toPasskey } from './passkeys.ts'
import { type Credential, challengeOf, verifyCreated } from './verify.ts'

const maxAddedPerHour = 20

export async function startAddingPasskey(services: Services, caller: Caller) {
  requirePasswordSignIn(services.config)
  await requireConfirmation(services, caller)
  const existing = await passkeysOf(services.database, caller.userId)
  refuseTooMany(existing.length)
  const challenge = newChallenge(services, { purpose: 'add', holder: caller.session })
  return creationOptions(services.config, { user: caller, challenge, existing })
}

export async function addPasskey(
  services: Services,
  caller: Caller,
  { name, response }: { name: string; response: z.output<typeof passkeyCreated> },
): Promise<Passkey> {
  requirePasswordSignIn(services.config)
  await requireConfirmation(services, caller)
  const limit = { key: `passkeys:${caller.userId}`, most: maxAddedPerHour, windowMs: hourMs }
  await consumeOrRefuse(services, limit, 'too-many-requests.passkeys')
  const challenge = challengeOf(response)
  const purpose = { purpose: 'add', holder: caller.session } as const
  if (challenge === null || !(await redeemChallenge(services, purpose, challenge))) throw passkeyRefused()
  const credential = await verifyCreated(services.config, response, challenge)
  if (!credential) throw passkeyRefused()
  const passkey = await insertPasskey(services, caller, { name, credential })
  services.log.info({ userId: caller.userId }, 'a passkey was added')
  return passkey
}

function insertPasskey(
  services: Services,
  caller: Caller,
  { name, credential }: { name: string; credential: Credential },
): Promise<Passkey> {
  const { clock, site } = services
  const { userId } = caller
  return commitConfirmed(services, caller, async transaction => {
    refuseTooMany((await passkeysOf(transaction, userId)).length)
    const now = clock.now()
    const [passkey] = await transaction
      .insert(passkeys)
      .values({ ...credential, id: newId(), userId, name, createdAt: now })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning()
    if (!passkey) throw passkeyRefused()
    await queueEmail(transaction, passkeyAddedEmail(site, caller, name), now)
    return toPasskey(passkey)
  })
}
