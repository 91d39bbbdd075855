import type { FastifyReply } from 'fastify'
import { recordConfirmation } from '#account/confirmation.ts'
import type { Entrance } from '#account/enter.ts'
import { limitOfNetwork } from '#account/failed-sign-ins.ts'
import { lockSession } from '#account/lock-session.ts'
import type { Caller } from '#account/sessions.ts'
import { hashToken } from '#account/tokens.ts'
import type { ProviderSettings } from '#config.ts'
import { consume, refund } from '#limits/limits.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { findOrCreateUser } from './find-or-create-user.ts'
import { findLinked, isLinkedWith, link } from './identities.ts'
import type { ProviderClient, ProviderUser } from './provider-client.ts'
import { ProviderRefusal } from './provider-refusal.ts'
import { type Visit, visitLifeMs } from './visit-cookie.ts'

type Parts = { client: ProviderClient; provider: ProviderSettings; enter: Entrance }
type Callback = { visit: Visit | null; user: Caller | null; query: string; ip: string; reply: FastifyReply }

/** Does what the visit was for. Returns the path of the page that the browser shows next. */
export async function completeVisit(services: Services, parts: Parts, callback: Callback): Promise<string> {
  const { visit, user, reply } = callback
  const { client, provider, enter } = parts
  if (!visit) throw new ProviderRefusal('refused', 'the browser has not started a visit')
  await useUp(services, visit)
  const said = await limitFailures(services, callback.ip, () => client.userOf(visit, callback.query))
  if (visit.purpose === 'sign-in') {
    const account = await findOrCreateUser(services, provider, said)
    const refusal = () =>
      new Problem('user-disabled', 'This account has been disabled. Please contact support.')
    const isConfirmed = said.hasJustSignedIn
    const entering = { account, proof: isLinkedWith(said), isConfirmed, code: visit.inviteLink }
    await enter({ ...entering, replaced: user, reply, refusal })
    return '/dashboard'
  }
  // Otherwise, a page that somebody else has prepared could link their identity with the account of this browser.
  if (!user || user.session !== visit.session)
    throw new ProviderRefusal('refused', 'the session is another one')
  if (visit.purpose === 'link') await linkTo(services, user, said)
  else await confirm(services, user, said)
  return '/profile'
}

async function linkTo(services: Services, caller: Caller, said: ProviderUser): Promise<void> {
  const { userId } = caller
  await services.database.transaction(async transaction => {
    await lockSession(transaction, caller)
    await link(transaction, services, { ...said, userId })
  })
  services.log.info({ person: userId }, 'linked with the provider')
}

async function confirm(services: Services, caller: Caller, said: ProviderUser): Promise<void> {
  const linked = await findLinked(services.database, said)
  if (linked?.uid !== caller.userId) throw new ProviderRefusal('refused', 'the user is not linked with it')
  await recordConfirmation(services, caller)
}

async function useUp({ database, clock, secret }: Services, { state }: Visit): Promise<void> {
  const key = `visit:${hashToken(secret, state).toString('base64url')}`
  const { allowed } = await consume({ database, clock }, { key, most: 1, windowMs: visitLifeMs })
  if (!allowed) throw new ProviderRefusal('refused', 'the visit was completed before')
}

/** Without this limit, codes could be guessed, and the provider could be flooded through this server. */
async function limitFailures<Result>(
  services: Services,
  ip: string,
  ask: () => Promise<Result>,
): Promise<Result> {
  const limit = limitOfNetwork(services.config, ip)
  const { allowed } = await consume(services, limit)
  if (!allowed) throw new ProviderRefusal('refused', 'too many failed sign-ins from the network')
  try {
    const result = await ask()
    await refund(services, limit.key)
    return result
  } catch (error) {
    if (error instanceof ProviderRefusal && error.reason !== 'refused') await refund(services, limit.key)
    throw error
  }
}
