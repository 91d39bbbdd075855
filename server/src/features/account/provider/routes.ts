import {
  providerCallbackPath,
  readSignInMethods,
  startProviderSignIn,
  unlinkProvider,
} from '@grouplight/contract/provider.ts'
import type { FastifyInstance } from 'fastify'
import { createCompleteSignIn } from '#features/account/complete-sign-in.ts'
import { requireConfirmation } from '#features/account/confirmation.ts'
import { requirePasswordSignIn } from '#features/account/registration.ts'
import type { SessionCookie } from '#features/account/session-cookie.ts'
import { inJson } from '#platform/clock.ts'
import { type Authentication, type Router, requireVerified } from '#platform/http/endpoint-route.ts'
import { maskedAddress, networkOf } from '#platform/network/network-address.ts'
import { Problem } from '#platform/problem.ts'
import type { Caller, Services } from '#services.ts'
import { completeVisit } from './complete-visit.ts'
import { findSignInMethods, unlinkIdentities } from './identities.ts'
import { createProviderClient } from './provider-client.ts'
import { ProviderRefusal } from './provider-refusal.ts'
import { newVisit, type VisitPurpose, visitCookies } from './visit-cookie.ts'

type Parts = {
  services: Services
  cookie: SessionCookie
  authenticate: Authentication<Caller>['authenticate']
}

export function providerRoutes(route: Router<Caller>, app: FastifyInstance, parts: Parts): void {
  const { services, cookie, authenticate } = parts
  const { config, log } = services
  const { provider } = config
  const visits = visitCookies(services)
  const client = provider && createProviderClient(services, provider)
  const completeSignIn = createCompleteSignIn(services, cookie)

  route(startProviderSignIn, async ({ body: { purpose }, user, reply }) => {
    if (!client) throw new Problem('not-found', { message: 'This site has no sign-in provider.' })
    if (purpose !== 'sign-in') requireVerified(user)
    if (purpose === 'link' && user) await requireConfirmation(services, user)
    const visit = newVisit(services, { purpose, session: user?.session ?? null })
    const url = await client.authorizationUrlFor(visit).catch(error => {
      if (error instanceof ProviderRefusal) log.warn({ why: error.why }, 'the provider cannot be reached')
      throw error instanceof ProviderRefusal ? unavailable() : error
    })
    visits.set(reply, visit)
    return { url }
  })

  route(readSignInMethods, async ({ user }) => inJson(await findSignInMethods(services, user)))

  route(unlinkProvider, async ({ user }) => {
    requirePasswordSignIn(config)
    await requireConfirmation(services, user)
    await unlinkIdentities(services, user)
  })

  if (!provider || !client) return
  app.get(
    providerCallbackPath,
    { exposeHeadRoute: false, schema: { hide: true } },
    async (request, reply) => {
      const [, query = ''] = /(\?.*)$/.exec(request.url) ?? []
      const visit = visits.read(request, query)
      const ip = networkOf(request.ip)
      let user: Caller | null = null
      let page: string
      try {
        user = await authenticate(request, reply)
        page = await completeVisit(
          services,
          { client, provider, completeSignIn },
          { visit, user, query, ip, reply },
        )
      } catch (error) {
        const refusal = toRefusal(services, error)
        const { reason, why } = refusal
        if (reason === 'not-verified') services.counts.unverifiedByProvider++
        log.warn({ reason, why, from: maskedAddress(ip) }, 'a visit to the provider did not succeed')
        page = pageOf(refusal, user ? visit?.purpose : 'sign-in')
      }
      if (visit) visits.clear(reply, visit)
      return reply.redirect(page)
    },
  )
}

// Also turns unexpected errors into refusals, so that the callback leads to a page.
function toRefusal({ log }: Services, error: unknown): ProviderRefusal {
  if (error instanceof ProviderRefusal) return error
  log.error({ error }, 'a visit to the provider failed')
  return new ProviderRefusal('unavailable', 'the server has failed')
}

// The reason and the address are in the fragment, which browsers send to no server.
function pageOf({ reason, email }: ProviderRefusal, purpose: VisitPurpose = 'sign-in'): string {
  const fragment = new URLSearchParams({ provider: reason, ...(email !== undefined && { email }) })
  return `${purpose === 'sign-in' ? '/login' : '/profile/security'}#${fragment}`
}

function unavailable(): Problem {
  return new Problem('provider-unavailable')
}
