import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#platform/problem.ts'

/** Refuses a body with invalid UTF-8, because the framework's parser would silently replace the invalid bytes. */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) return parse(request, body.toString(), done)
    done(new Problem('invalid-input', 'The request cannot be read.'))
  })
}
