import type { FastifyInstance } from 'fastify'
import { Problem } from '#problem.ts'

/**
 * Lets browsers change data only from our own pages. A browser always sends the origin of a request. A client without one is no
 * browser, so it sends no cookie by accident.
 */
export function checkOrigin(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return done()
    const { origin: from, 'sec-fetch-site': site } = request.headers
    const good =
      from === undefined ? site === undefined || site === 'same-origin' || site === 'none' : from === origin
    if (good) return done()
    done(new Problem('origin-not-allowed', `This site is at ${origin}: requests from elsewhere are refused.`))
  })
}
