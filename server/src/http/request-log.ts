import { type ProblemCode, problemStatus } from '@grouplight/contract/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#services.ts'
import { maskedAddress } from './network-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal. Null if the request was not refused. */
    refusal: string | null
    /** How many of the two final events have happened: the answer is ready, the response is closed. */
    ends: number
  }
}

type Parts = Pick<Services, 'log' | 'counts'>

/** A refusal outside the framework. `route` is undefined for an unknown path. */
export type Refusal = {
  method: string
  route: string | undefined
  code: ProblemCode
  userId?: string
  ip: string | undefined
  ms: number
}

/**
 * Counts every request, and logs each change and each refusal in one line with its caller and result. Also logs requests whose
 * client disconnects before the answer, because they are carried out.
 */
export function logRequests(app: FastifyInstance, { log, counts }: Parts): void {
  // These lines contain no secrets, so they are written without the logger's redaction, which is slow.
  const answers = log.child({}, { redact: [] })
  app.decorateRequest('refusal', null)
  app.decorateRequest('ends', 0)
  // Node keeps the address of a closed connection only if it was read before.
  app.server.on('connection', socket => void socket.remoteAddress)
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.on('close', () => ended(request, reply))
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    ended(request, reply)
    done(null, payload)
  })

  /** Called for both final events. Logs at the second one. */
  function ended(request: FastifyRequest, reply: FastifyReply): void {
    if (++request.ends !== 2) return
    const { method, id, refusal, userId, ip } = request
    const { url: route } = request.routeOptions
    const { statusCode: status, elapsedTime } = reply
    counts.countRequest(method, route, status, elapsedTime)
    // Successful reads and unknown paths are not logged.
    if (method === 'GET' && (refusal === null || route === undefined)) return
    const hungUp = reply.raw.writableFinished ? undefined : true
    const line = {
      id,
      person: userId ?? undefined,
      method,
      route,
      status,
      ms: Math.round(elapsedTime),
      hungUp,
    }
    answers.info(refusal === null ? line : { ...line, refusal, from: maskedAddress(ip) }, 'answered')
  }
}

/** Counts and logs a refusal outside the framework in the same way. */
export function logRefusal({ log, counts }: Parts, refused: Refusal): void {
  const { method, route, code, userId, ip, ms } = refused
  const status = problemStatus[code]
  counts.countRequest(method, route, status, ms)
  if (route === undefined) return
  const from = ip && maskedAddress(ip)
  const line = { person: userId, method, route, status, ms: Math.round(ms), refusal: code, from }
  log.info(line, 'answered')
}
