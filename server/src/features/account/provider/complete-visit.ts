import type { FastifyReply } from 'fastify'
import type { CompleteSignIn } from '#features/account/complete-sign-in.ts'
import { recordConfirmation } from '#features/account/confirmation.ts'
import { lockSession } from '#features/account/lock-session.ts'
import { minuteMs } from '#platform/clock.ts'
import type { ProviderSettings } from '#platform/config/config.ts'
import { commit } from '#platform/database/commit.ts'
import { consume, limitRefusals } from '#platform/limits/limits.ts'
import { hashToken } from '#platform/tokens.ts'
import type { Caller, Services } from '#services.ts'
import { findOrCreateUser } from './find-or-create-user.ts'
import { findLinkedAccount, isLinkedWith, linkIdentity } from './identities.ts'
import type { ProviderClient, ProviderUser } from './provider-client.ts'
import { ProviderRefusal } from './provider-refusal.ts'
import { type Visit, visitLifeMs } from './visit-cookie.ts'

const windowMs = 15 * minuteMs

type Parts = { client: ProviderClient; provider: ProviderSettings; completeSignIn: CompleteSignIn }
type Callback = { visit: Visit | null; user: Caller | null; query: string; ip: string; reply: FastifyReply }

/** Returns the path of the page that the browser shows next. Throws ProviderRefusal if the visit is refused. */
export async function completeVisit(services: Services, parts: Parts, callback: Callback): Promise<string> {
  const { visit, user, reply } = callback
  const { client, provider, completeSignIn } = parts
  if (!visit) throw new ProviderRefusal('refused', 'the browser has not started this visit')
  await useUp(services, visit)
  const providerUser = await limitFailures(services, callback.ip, () =>
    client.redeemCallback(visit, callback.query),
  )
  if (visit.purpose === 'sign-in') {
    const account = await findOrCreateUser(services, provider, providerUser)
    const refusal = () =>
      new ProviderRefusal('refused', 'the account was disabled, deleted or unlinked during the visit')
    await completeSignIn({
      account,
      proof: isLinkedWith(providerUser),
      isConfirmed: providerUser.hasJustSignedIn,
      replaced: user,
      reply,
      refusal,
    })
    return '/dashboard'
  }
  // Without this check, a stranger's page could link the stranger's identity with the account of this browser.
  if (!user || user.session !== visit.session)
    throw new ProviderRefusal('refused', 'the browser is not in the session that started the visit')
  if (visit.purpose === 'link') await linkTo(services, user, providerUser)
  else await confirm(services, user, providerUser)
  return '/profile/security'
}

async function linkTo(services: Services, caller: Caller, identity: ProviderUser): Promise<void> {
  const { userId } = caller
  await commit(services, async transaction => {
    await lockSession(transaction, caller)
    await linkIdentity(transaction, services, { ...identity, userId, emailTo: caller })
  })
  services.log.info({ userId }, 'linked with the provider')
}

async function confirm(services: Services, caller: Caller, identity: ProviderUser): Promise<void> {
  // `openid-client` also checks the time of the sign-in, but allows a difference of some seconds between clocks.
  if (!identity.hasJustSignedIn)
    throw new ProviderRefusal('refused', 'the user has not signed in during the visit')
  const linked = await findLinkedAccount(services.database, identity)
  if (linked?.uid !== caller.userId)
    throw new ProviderRefusal('refused', 'the account is not linked with this identity')
  await recordConfirmation(services, caller)
}

async function useUp({ database, clock, secret }: Services, { state }: Visit): Promise<void> {
  const key = `visit:${hashToken(secret, state).toString('base64url')}`
  const { allowed } = await consume({ database, clock }, { key, most: 1, windowMs: visitLifeMs })
  if (!allowed) throw new ProviderRefusal('refused', 'the visit was completed before')
}

// Counts only failures with the reason 'refused', because many users may fail while the provider is unavailable.
function limitFailures<Result>(services: Services, ip: string, work: () => Promise<Result>): Promise<Result> {
  const most = services.config.limits.failedSignInsPerIp
  const limit = { key: `provider from:${ip}`, most, windowMs }
  return limitRefusals(services, limit, work, {
    isRefusal: error => error instanceof ProviderRefusal && error.reason === 'refused',
    tooMany: () => new ProviderRefusal('refused', 'too many failed sign-ins from the network'),
  })
}
