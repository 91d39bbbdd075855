import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Services } from '#services.ts'
import { answerClientError } from './client-error.ts'
import { checkForwarded } from './forwarded.ts'
import { parseJson } from './json-body.ts'
import { answerProblem, handleProblems } from './problem-handler.ts'
import { logRequests } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'

/** An HTTP server without routes: limits, security headers, request log, and how JSON, input and errors are handled. */
export function createHttpServer(
  services: Pick<Services, 'config' | 'log' | 'counts'>,
  isTrusted: (address: string, hop: number) => boolean,
): FastifyInstance {
  const { config, log, counts } = services
  const headers = securityHeaders(config.appUrl)
  const http = Fastify({
    // The framework's own warnings, unless the operator wants fewer.
    loggerInstance: log.child({}, { level: log.isLevelEnabled('warn') ? 'warn' : log.level }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 64 * 1024,
    // A client that takes longer to send the headers, or the whole request, is disconnected.
    requestTimeout: 20_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    // Both refuse before there is a route, and so before any hook.
    clientErrorHandler: answerClientError(headers),
    frameworkErrors: (error, request, reply) => answerProblem(error, request, reply.headers(headers)),
    // As long as a URL can be: an id that is too long is answered as not found.
    routerOptions: { maxParamLength: 16 * 1024 },
  }) as unknown as FastifyInstance
  http.removeContentTypeParser('text/plain')
  parseJson(http)
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  handleProblems(http)

  const forwarded: (request: IncomingMessage) => void = checkForwarded({ isTrusted, log, counts })
  http.server.on('upgrade', forwarded)
  http.addHook('onRequest', (request, reply, done) => {
    forwarded(request.raw)
    reply.headers(headers)
    done()
  })
  logRequests(http, services)
  return http
}
