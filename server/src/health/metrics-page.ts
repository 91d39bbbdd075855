import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLocal } from '#mail/mailbox.ts'
import { expositionType, toText } from '#metrics/exposition.ts'
import { Problem } from '#problem.ts'
import { type Measured, readMetrics } from './read-metrics.ts'

/**
 * The metrics at `/metrics`, for Prometheus. With a token set, for whoever shows it as bearer; without, for this machine
 * alone, and to everybody else there is nothing here.
 */
export function serveMetrics(http: FastifyInstance, token: string | undefined, measured: Measured): void {
  http.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (token) requireToken(request, token)
    else if (!isFromHere(request)) throw new Problem('not-found', 'There is nothing here.')
    return reply.type(expositionType).send(toText(await readMetrics(measured)))
  })
}

function requireToken({ headers }: FastifyRequest, token: string): void {
  const shown = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  // Of one length whatever is shown, and compared in the same time.
  const [a, b] = [shown, token].map(text => createHash('sha256').update(text).digest())
  if (!a || !b || !timingSafeEqual(a, b)) throw new Problem('unauthenticated', 'Please show METRICS_TOKEN.')
}

// A proxy on this machine is on the loopback, too, for everybody on the internet: what it has forwarded, or what was asked under
// another name than this machine has for itself, is not from here.
function isFromHere({ raw, headers, hostname }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some(name =>
    /^(forwarded|via|x-real-ip|x-forwarded-.*)$/.test(name),
  )
  return (
    !isForwarded && isLocal(hostname) && /^(127\.|::1$|::ffff:127\.)/.test(raw.socket.remoteAddress ?? '')
  )
}
