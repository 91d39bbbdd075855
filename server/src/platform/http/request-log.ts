import { signOut } from '@grouplight/contract/account.ts'
import {
  setAvailability,
  setAvailabilityInGroups,
  undoAvailability,
} from '@grouplight/contract/availability.ts'
import { type ProblemCode, problemStatus } from '@grouplight/contract/problem.ts'
import { confirmAvailability } from '@grouplight/contract/question.ts'
import { endSession } from '@grouplight/contract/session.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Counts } from '#platform/counts.ts'
import { maskedAddress } from '#platform/network/network-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    refusal: string | null
    /** Whether a response is ready. If the response cannot be sent, another response for the error replaces it. */
    isAnswered: boolean
  }
}

type Parts = { log: Logger; counts: Counts }

export type Refusal = {
  method: string
  route: string | undefined
  code: ProblemCode
  userId?: string
  ip: string | undefined
  ms: number
}

// Lines about these routes would show when users were available.
const unlogged = new Set(
  [setAvailability, setAvailabilityInGroups, undoAvailability, confirmAvailability, signOut, endSession].map(
    ({ method, path }) => `${method} ${path}`,
  ),
)

/** Counts requests, and logs most changes and refusals, even if the client has disconnected. */
export function logRequests(app: FastifyInstance, { log, counts }: Parts): void {
  // The lines contain no secrets, so they do not need the logger's redaction, which is slow.
  const answers = log.child({}, { redact: [] })
  app.decorateRequest('refusal', null)
  app.decorateRequest('isAnswered', false)
  // After a connection has closed, Node returns its address only if the address was read before.
  app.server.on('connection', socket => void socket.remoteAddress)
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.on('close', () => {
      if (request.isAnswered) ended(request, reply)
    })
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // If sending this response fails, the hook runs again for the error.
    const isFirst = !request.isAnswered
    request.isAnswered = true
    if (isFirst && reply.raw.closed) ended(request, reply)
    done(null, payload)
  })

  // A request has ended when its response is ready and its stream is closed. If the client hangs up, the stream may close first.
  function ended(request: FastifyRequest, reply: FastifyReply): void {
    const { method, id, refusal, userId, ip } = request
    const { url: route } = request.routeOptions
    const { statusCode: status, elapsedTime } = reply
    counts.countRequest(method, route, status, elapsedTime)
    if (method === 'GET' && (refusal === null || route === undefined)) return
    const isUnlogged = unlogged.has(`${method} ${route}`)
    if (isUnlogged && refusal === null) return
    const hungUp = reply.raw.writableFinished ? undefined : true
    const line = {
      id,
      userId: isUnlogged ? undefined : (userId ?? undefined),
      method,
      route,
      status,
      ms: Math.round(elapsedTime),
      hungUp,
    }
    answers.info(refusal === null ? line : { ...line, refusal, from: maskedAddress(ip) }, 'answered')
  }
}

export function logRefusal({ log, counts }: Parts, refused: Refusal): void {
  const { method, route, code, userId, ip, ms } = refused
  const status = problemStatus[code]
  counts.countRequest(method, route, status, ms)
  if (route === undefined) return
  const from = ip && maskedAddress(ip)
  const line = { userId, method, route, status, ms: Math.round(ms), refusal: code, from }
  log.info(line, 'answered')
}
