import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import type { Config } from '#platform/config/config.ts'
import type { Counts } from '#platform/counts.ts'
import { createAnsweringServer } from './answer-limits.ts'
import { answerClientError } from './client-error.ts'
import { forwardedHeaderHandler } from './forwarded.ts'
import { answerProblem, handleProblems, unreadable } from './problem-handler.ts'
import { apiHeaders } from './protection.ts'
import { logRequests } from './request-log.ts'

// How long the client may take for the headers, for the whole request, and until its next request.
const timeLimits = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 2_000,
}

// Clients that offer HTTP/2 by 'Upgrade: h2c' are answered by HTTP/1.1.
const shouldUpgradeCallback = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'

export function createHttpServer(
  services: { config: Config; log: Logger; counts: Counts },
  isTrusted: (address: string, hop: number) => boolean,
): FastifyInstance {
  const { config, log, counts } = services
  const headers = apiHeaders(config.appUrl)
  const http = Fastify({
    loggerInstance: log.child({}, { level: log.isLevelEnabled('warn') ? 'warn' : log.level }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 64 * 1024,
    serverFactory: handle => createAnsweringServer({ ...timeLimits, shouldUpgradeCallback }, handle),
    // For the responses of these two handlers, Fastify runs no hook that could set the headers.
    clientErrorHandler: answerClientError(headers),
    frameworkErrors: (error, request, reply) => answerProblem(error, request, reply.headers(headers)),
    // A long id in a path is answered with 404, like any unknown id.
    routerOptions: { maxParamLength: 16 * 1024 },
  }) as unknown as FastifyInstance
  http.removeContentTypeParser('text/plain')
  parseJson(http)
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  handleProblems(http)

  const forwarded: (request: IncomingMessage) => void = forwardedHeaderHandler({ isTrusted, log, counts })
  http.server.on('upgrade', forwarded)
  http.addHook('onRequest', (request, reply, done) => {
    forwarded(request.raw)
    reply.headers(headers)
    done()
  })
  logRequests(http, services)
  return http
}

/** Refuses a body with invalid UTF-8, because the framework's parser would silently replace the invalid bytes. */
function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) return parse(request, body.toString(), done)
    done(unreadable())
  })
}
