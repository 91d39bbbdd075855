import { fileURLToPath } from 'node:url'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import { functionsPath } from '@grouplight/contract/callable.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { readFiles, sendFile } from './memory-files.ts'

const pageFiles = fileURLToPath(new URL('static', import.meta.resolve('@fastify/swagger-ui')))

// The library's default policy would break a site that is served over HTTP, and would allow files from other origins.
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

export async function serveApiDocument(
  app: FastifyInstance,
  { appName, appUrl, cookieName }: { appName: string; appUrl: string; cookieName: string },
): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${appName} API`,
        version: '1',
        license: { name: 'MIT', identifier: 'MIT' },
        description: `Every refusal contains a Problem: a code for the client, and a sentence in English. For a sentence of its own, a client finds in params the values and, if the code has several sentences, the reason. Under ${functionsPath}, sendCustomPasswordReset and resetPasswordWithToken follow the public callable protocol.`,
      },
      servers: [{ url: appUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: cookieName },
          bearer: { type: 'http', scheme: 'bearer', description: "The session cookie's value." },
          key: { type: 'http', scheme: 'bearer', description: 'A key of the user.' },
          board: {
            type: 'http',
            scheme: 'bearer',
            description: 'The id and the secret of a board, with a dot between them.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: document => withoutUnusedSchemas(jsonSchemaTransformObject(document)),
  })
  // All answers share one copy, because a client may read slowly.
  let document: Buffer | undefined
  const sendDocument = (reply: FastifyReply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()))
    return reply.type('application/json; charset=utf-8').send(document)
  }
  app.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) => sendDocument(reply))

  await app.register(async pages => {
    let files: ReturnType<typeof readFiles> | undefined
    pages.addHook('preHandler', async (request, reply) => {
      const route = request.routeOptions.url
      if (route === '/api/docs/json') return sendDocument(reply)
      if (route !== '/api/docs/static/*') return
      files ??= readFiles(pageFiles)
      const file = (await files).get(`/${(request.params as { '*': string })['*']}`)
      if (file) return reply.send(await sendFile(request, reply, file))
    })
    await pages.register(fastifySwaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: pagePolicy,
      uiConfig: { docExpansion: 'list', tryItOutEnabled: false },
    })
  })
}

type ApiDocument = ReturnType<typeof jsonSchemaTransformObject>

/** The library lists each schema for input, too, even if it is only part of responses. */
function withoutUnusedSchemas(document: ApiDocument): ApiDocument {
  const schemas: Record<string, unknown> = ('components' in document && document.components?.schemas) || {}
  for (;;) {
    const text = JSON.stringify([document.paths, schemas])
    const unused = Object.keys(schemas).find(name => !text.includes(`"#/components/schemas/${name}"`))
    if (unused === undefined) return document
    delete schemas[unused]
  }
}
