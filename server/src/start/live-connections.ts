import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import proxyAddress from '@fastify/proxy-addr'
import { livePath } from '@grouplight/contract/live.ts'
import { callersOfSessionsQuery, findBySessions, renewSession } from '#features/account/sessions.ts'
import { groupIdsOf, topicsOf } from '#features/group/read-topics.ts'
import { batchReads } from '#platform/database/batch-reads.ts'
import { logRefusal } from '#platform/http/request-log.ts'
import { delayRefusal, type RequestRateLimiter } from '#platform/http/request-rate-limit.ts'
import { serveLive } from '#platform/live/socket.ts'
import { networkOf } from '#platform/network/network-address.ts'
import type { Services } from '#services.ts'
import { hasKey } from './key-authentication.ts'

type Parts = {
  services: Services
  limiter: RequestRateLimiter
  /** The session may be unknown or expired. Null if the request has a key or no token. */
  sessionOf(request: IncomingMessage): string | null
  isTrusted: (address: string, hop: number) => boolean
  onLive(stream: Duplex): void
}

const topicsStatement = {
  name: 'topics',
  text: `select caller.*, ${groupIdsOf('caller."userId"')} as "groupIds" from (${callersOfSessionsQuery}) caller`,
}

/** Serves live connections to verified users, with the same request limits as HTTP. Returns a function that ends the service. */
export function serveLiveConnections(server: Server, parts: Parts): () => void {
  const { services, limiter, sessionOf, isTrusted, onLive } = parts
  const { config, hub, log } = services
  const ipOf = (request: IncomingMessage) => networkOf(proxyAddress(request, isTrusted))
  // Sessions are read in batches, because many clients connect at the same time after a restart or a failure of the network.
  const findTopics = batchReads(sessions =>
    findBySessions<{ groupIds: string[] }>(services, topicsStatement, sessions),
  )

  return serveLive(server, {
    hub,
    log,
    origin: config.appUrl,
    onLive,
    limitMessages: session => limiter.grants(session),
    async limitRefusals(request) {
      const isAllowed = limiter.charge({ session: null, ip: () => ipOf(request) }) !== null
      if (!isAllowed) await delayRefusal()
      return isAllowed
    },
    async authenticate(request) {
      const client = { session: sessionOf(request), ip: () => ipOf(request) }
      const charged = limiter.charge(client)
      if (charged === null) {
        await delayRefusal()
        return 'too-many-requests'
      }
      if (hasKey(request)) return 'not-for-keys'
      const caller = client.session === null ? undefined : await findTopics(client.session)
      if (caller?.needsRenewal) await renewSession(services, caller.session)
      limiter.settle(charged, client, caller?.userId ?? null)
      if (!caller) return 'unauthenticated'
      return caller.emailVerified ? caller : 'email-not-verified'
    },
    async topicsOf(session) {
      const found = await findTopics(session)
      return found ? topicsOf(found.groupIds) : null
    },
    onRefused({ request, code, ...refused }) {
      const route = code === 'not-found' ? undefined : livePath
      // The address of a connection that has already closed may be unknown.
      const ip: string | undefined = proxyAddress(request, isTrusted)
      logRefusal(services, { ...refused, method: 'GET', route, code, ip })
    },
  })
}
