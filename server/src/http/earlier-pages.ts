import { pageVersion, pageVersionHeader } from '@grouplight/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Supports open pages of the previous release, which use other field names. Remove this file in the next release. */
export function serveEarlierPages(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (isEarlierPage(request)) request.body = withSpecifiedNames(request.body)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isEarlierPage(request) || typeof payload !== 'string' || !isJson(reply)) return done(null, payload)
    done(null, JSON.stringify(JSON.parse(payload, (_name, value) => withEarlierNames(value))))
  })
}

/** The conditions exclude, in this order, API clients, downloads, the page of the API document and pages of this release. */
function isEarlierPage({ headers }: FastifyRequest): boolean {
  return (
    headers['sec-fetch-site'] !== undefined &&
    headers['sec-fetch-mode'] === 'cors' &&
    headers.accept === '*/*' &&
    headers[pageVersionHeader] !== pageVersion
  )
}

function isJson(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('application/json')
}

function withSpecifiedNames(body: unknown): unknown {
  if (!isObject(body) || typeof body.available !== 'boolean') return body
  const { available: status, ...rest } = body
  return { ...rest, status }
}

function withEarlierNames(value: unknown): unknown {
  if (!isObject(value)) return value
  return {
    ...value,
    ...('lastUpdated' in value && { available: value.status, since: value.lastUpdated }),
    ...('createdBy' in value && { createdAt: value.created }),
    ...('uid' in value && { userId: value.uid }),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
