import type { FastifyInstance } from 'fastify'
import { Problem } from '#platform/problem.ts'

/** Refuses changes that a page of another website requests. Accepts a request without the headers Origin and Sec-Fetch-Site. */
export function checkOrigin(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return done()
    const { origin: from, 'sec-fetch-site': site } = request.headers
    const isAllowed =
      from === undefined ? site === undefined || site === 'same-origin' || site === 'none' : from === origin
    if (isAllowed) return done()
    done(new Problem('origin-not-allowed', `This site is at ${origin}: requests from elsewhere are refused.`))
  })
}
