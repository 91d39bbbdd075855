import type { FastifyInstance } from 'fastify'
import { Problem } from '#problem.ts'

/**
 * Lets a browser change things only from our own pages. A browser always says where a request comes from; who says
 * nothing is no browser and carries nobody's cookie by accident.
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
