import type { FastifyInstance } from 'fastify'
import { Problem } from '#platform/problem.ts'
/** The security headers of all responses except refusals of live connections. Pages and files replace some of them. */
export function apiHeaders(appUrl: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-permitted-cross-domain-policies': 'none',
    ...(appUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

/** Refuses changes that a page of another website requests. Accepts a request without the headers Origin and Sec-Fetch-Site. */
export function checkOrigin(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return done()
    const { origin: from, 'sec-fetch-site': site } = request.headers
    const isAllowed =
      from === undefined ? site === undefined || site === 'same-origin' || site === 'none' : from === origin
    if (isAllowed) return done()
    done(
      new Problem('origin-not-allowed', {
        message: `This site is at ${origin}: requests from elsewhere are refused.`,
      }),
    )
  })
}
