import { type ProblemCode, problemStatus } from '@grouplight/contract/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#services.ts'
import { maskedAddress } from './network-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code with which it was refused; null when it was not. */
    refusal: string | null
    /** How many of its two ends are over: the answer is ready, the connection is closed or free. */
    ends: number
  }
}

type Parts = Pick<Services, 'log' | 'counts'>

/** A refusal outside of the framework. `route`: undefined for a path that does not exist. */
export type Refusal = {
  method: string
  route: string | undefined
  code: ProblemCode
  userId?: string
  ip: string | undefined
  ms: number
}

/**
 * Counts every request, and logs each change and each refusal in one line: who asked for what, and how it was answered. Requests
 * whose client hangs up before the answer are counted and logged, too, because they are carried out.
 */
export function logRequests(app: FastifyInstance, { log, counts }: Parts): void {
  // Its lines are made below and contain no secrets: redaction would only cost time.
  const answers = log.child({}, { redact: [] })
  app.decorateRequest('refusal', null)
  app.decorateRequest('ends', 0)
  // Node remembers the address only if it was read while the connection was open.
  app.server.on('connection', socket => void socket.remoteAddress)
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.on('close', () => ended(request, reply))
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    ended(request, reply)
    done(null, payload)
  })

  /** Called for each of the two ends; logs at the last. */
  function ended(request: FastifyRequest, reply: FastifyReply): void {
    if (++request.ends !== 2) return
    const { method, id, refusal, userId, ip } = request
    const { url: route } = request.routeOptions
    const { statusCode: status, elapsedTime } = reply
    counts.answered(method, route, status, elapsedTime)
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

/** Counts and logs a refusal outside of the framework in the same way. */
export function logRefusal({ log, counts }: Parts, refused: Refusal): void {
  const { method, route, code, userId, ip, ms } = refused
  const status = problemStatus[code]
  counts.answered(method, route, status, ms)
  if (route === undefined) return
  const from = ip && maskedAddress(ip)
  const line = { person: userId, method, route, status, ms: Math.round(ms), refusal: code, from }
  log.info(line, 'answered')
}
