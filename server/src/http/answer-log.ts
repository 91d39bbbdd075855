import type { FastifyInstance } from 'fastify'
import type { Services } from '#services.ts'
import { maskedAddress } from './network-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code with which it was refused; null when it was not. */
    refusal: string | null
  }
}

/** Counts every answer, and logs each change and each refusal in one line: who asked for what, and what came of it. */
export function logAnswers(app: FastifyInstance, { log, counts }: Pick<Services, 'log' | 'counts'>): void {
  // What it says is chosen below, so nothing need be searched for secrets.
  const answers = log.child({}, { redact: [] })
  app.decorateRequest('refusal', null)
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const { method, id, refusal, personId, ip } = request
    const { url: route } = request.routeOptions
    counts.answered(method, route, reply.statusCode, reply.elapsedTime)
    // What was only read is not worth a line, nor is what was never there.
    if (method === 'GET' && (refusal === null || route === undefined)) return
    const ms = Math.round(reply.elapsedTime)
    const line = { id, person: personId ?? undefined, method, route, status: reply.statusCode, ms }
    answers.info(refusal === null ? line : { ...line, refusal, from: maskedAddress(ip) }, 'answered')
  })
}
