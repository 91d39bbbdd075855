import { type ProblemCode, problemStatus } from '@grouplight/contract/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#services.ts'
import { maskedAddress } from './network-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code with which it was refused; null when it was not. */
    refusal: string | null
    /** How much of its end has come: the answer, the connection's end. */
    ends: number
  }
}

type Answering = Pick<Services, 'log' | 'counts'>

/** A refusal outside of the framework: `route` is undefined where there is none. */
export type Refusal = {
  method: string
  route: string | undefined
  code: ProblemCode
  person?: string
  ip: string | undefined
  ms: number
}

/**
 * Counts every answer, and logs each change and each refusal in one line: who asked for what, and what came of it. Also for
 * those who hang up before they are answered: what they asked for is done.
 */
export function logAnswers(app: FastifyInstance, { log, counts }: Answering): void {
  // What it says is chosen below, so nothing need be searched for secrets.
  const answers = log.child({}, { redact: [] })
  app.decorateRequest('refusal', null)
  app.decorateRequest('ends', 0)
  // A connection that is over has no address any more, unless somebody has asked for it before.
  app.server.on('connection', socket => void socket.remoteAddress)
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.on('close', () => ended(request, reply))
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    ended(request, reply)
    done(null, payload)
  })

  /** An answer that is ready and a connection that is over: whichever comes last. */
  function ended(request: FastifyRequest, reply: FastifyReply): void {
    if (++request.ends !== 2) return
    const { method, id, refusal, userId, ip } = request
    const { url: route } = request.routeOptions
    const { statusCode: status, elapsedTime } = reply
    counts.answered(method, route, status, elapsedTime)
    // What was only read is not worth a line, nor is what was never there.
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

/** Counts and logs a refusal in the same way. */
export function logRefusal({ log, counts }: Answering, refused: Refusal): void {
  const { method, route, code, person, ip, ms } = refused
  const status = problemStatus[code]
  counts.answered(method, route, status, ms)
  if (route === undefined) return
  const from = ip && maskedAddress(ip)
  const line = { person, method, route, status, ms: Math.round(ms), refusal: code, from }
  log.info(line, 'answered')
}
