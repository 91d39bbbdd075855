import type { IncomingMessage, Server } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { livePath } from '@grouplight/contract/live.ts'
import { findCaller, isSessionValid, renewSession } from '#account/sessions.ts'
import { groupIdsOf } from '#group/membership.ts'
import { groupTopic } from '#group/topic.ts'
import { networkOf } from '#http/network-address.ts'
import { logRefusal } from '#http/request-log.ts'
import { delayRefusal, type RequestRateLimiter } from '#http/request-rate-limit.ts'
import { serveLive } from '#live/socket.ts'
import type { Services } from '#services.ts'

type Parts = {
  services: Services
  limiter: RequestRateLimiter
  /** Returns the session that a request names. */
  sessionShownBy(request: IncomingMessage): string | null
  isTrusted: (address: string, hop: number) => boolean
}

/** Serves live connections to verified users, within the same request limits as HTTP. Returns a function that stops this. */
export function serveLiveConnections(server: Server, parts: Parts): () => void {
  const { services, limiter, sessionShownBy, isTrusted } = parts
  const { config, database, hub, log } = services
  const ipOf = (request: IncomingMessage) => networkOf(proxyAddress(request, isTrusted))

  return serveLive(server, {
    hub,
    log,
    origin: config.appUrl,
    limitMessages: session => limiter.grants(session),
    async limitRefusals(request) {
      const isAllowed = limiter.charge({ session: null, ip: () => ipOf(request) }) !== null
      if (!isAllowed) await delayRefusal()
      return isAllowed
    },
    async authenticate(request) {
      const client = { session: sessionShownBy(request), ip: () => ipOf(request) }
      const charged = limiter.charge(client)
      if (charged === null) {
        await delayRefusal()
        return 'too-many-requests'
      }
      const caller = await findCaller(services, client.session)
      if (caller?.needsRenewal) await renewSession(services, caller.session)
      limiter.settle(charged, client, caller !== null)
      if (!caller) return 'unauthenticated'
      return caller.emailVerified ? caller : 'email-not-verified'
    },
    async topicsOf(userId, session) {
      if (!(await isSessionValid(services, session))) return null
      return (await groupIdsOf(database, userId)).map(groupTopic)
    },
    onRefused({ request, code, ...refused }) {
      const route = code === 'not-found' ? undefined : livePath
      // A closed connection may not have an address any more.
      const ip: string | undefined = proxyAddress(request, isTrusted)
      logRefusal(services, { ...refused, method: 'GET', route, code, ip })
    },
  })
}
