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

/**
 * Creates an HTTP server without routes. It has the limits, the security headers, the request log, and the handling of JSON,
 * invalid input and errors.
 */
export function createHttpServer(
  services: Pick<Services, 'config' | 'log' | 'counts'>,
  isTrusted: (address: string, hop: number) => boolean,
): FastifyInstance {
  const { config, log, counts } = services
  const headers = securityHeaders(config.appUrl)
  const http = Fastify({
    // Shows the framework's own warnings, unless the operator has chosen fewer messages.
    loggerInstance: log.child({}, { level: log.isLevelEnabled('warn') ? 'warn' : log.level }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 64 * 1024,
    // A client that needs longer for its headers, or for the whole request, is disconnected.
    requestTimeout: 20_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    // Both answer before a route is known, so no hook runs for them.
    clientErrorHandler: answerClientError(headers),
    frameworkErrors: (error, request, reply) => answerProblem(error, request, reply.headers(headers)),
    // As long as a URL can be, so that an overlong id is answered with 404.
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
