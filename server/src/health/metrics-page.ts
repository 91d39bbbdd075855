import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopbackHost } from '#mail/mailbox.ts'
import { expositionType, toText } from '#metrics/exposition.ts'
import { Problem } from '#problem.ts'
import { type Measured, readMetrics } from './read-metrics.ts'

/**
 * Serves the metrics for Prometheus at `/metrics`. If a token is set, a request must contain it as a bearer token. Otherwise, only
 * requests from this machine are served, and all others get 404.
 */
export function serveMetrics(http: FastifyInstance, token: string | undefined, measured: Measured): void {
  http.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (token) requireToken(request, token)
    else if (!isFromThisMachine(request)) throw new Problem('not-found', 'There is nothing here.')
    return reply.type(expositionType).send(toText(await readMetrics(measured)))
  })
}

function requireToken({ headers }: FastifyRequest, token: string): void {
  const givenToken = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  // The hashes have equal lengths, and the comparison takes the same time for every token.
  const [a, b] = [givenToken, token].map(text => createHash('sha256').update(text).digest())
  if (!a || !b || !timingSafeEqual(a, b)) throw new Problem('unauthenticated', 'Please show METRICS_TOKEN.')
}

// A proxy on this machine connects over the loopback interface, too, with requests from the internet. So a request with forwarding
// headers or for another host name does not count as local.
function isFromThisMachine({ raw, headers, hostname }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some(name =>
    /^(forwarded|via|x-real-ip|x-forwarded-.*)$/.test(name),
  )
  return (
    !isForwarded &&
    isLoopbackHost(hostname) &&
    /^(127\.|::1$|::ffff:127\.)/.test(raw.socket.remoteAddress ?? '')
  )
}
