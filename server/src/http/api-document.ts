import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import { functionsPath } from '@grouplight/contract/callable.ts'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

// The library's default policy would upgrade requests to HTTPS on sites that are served over HTTP, and load files from other
// origins.
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the OpenAPI document at /api/openapi.json, generated from the routes' schemas, and a readable page at /api/docs. */
export async function serveApiDocument(
  app: FastifyInstance,
  { appName, appUrl }: { appName: string; appUrl: string },
): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${appName} API`,
        version: '1',
        description: `Every refusal carries a Problem: a code to act on and one sentence to show. The functions under ${functionsPath} follow the public callable protocol.`,
      },
      servers: [{ url: appUrl }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: appUrl.startsWith('https:') ? '__Host-grouplight' : 'grouplight',
          },
          bearer: { type: 'http', scheme: 'bearer', description: "The session cookie's value." },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: pagePolicy,
    uiConfig: { docExpansion: 'list', tryItOutEnabled: false },
  })
}
