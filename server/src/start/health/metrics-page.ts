import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerOf } from '#features/account/session-cookie.ts'
import { expositionType, toPrometheusText } from '#platform/exposition.ts'
import { isFromThisMachine } from '#platform/network/from-this-machine.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken, isSame } from '#platform/tokens.ts'
import { type MetricSources, readMetrics } from './read-metrics.ts'

/** If `token` is set, requests to `/metrics` must contain it. Without `token`, only requests from this machine are served. */
export function serveMetrics(http: FastifyInstance, token: string | undefined, sources: MetricSources): void {
  http.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (token) requireToken(request, token)
    else if (!isFromThisMachine(request.raw)) throw new Problem('not-found')
    return reply.type(expositionType).send(toPrometheusText(await readMetrics(sources)))
  })
}

function requireToken({ headers }: FastifyRequest, token: string): void {
  const givenToken = bearerOf({ headers }) ?? ''
  // The hashes have equal lengths, so the comparison takes the same time for every token.
  if (!isSame(hashToken('', givenToken), hashToken('', token)))
    throw new Problem('unauthenticated', { message: 'Please show METRICS_TOKEN.' })
}
