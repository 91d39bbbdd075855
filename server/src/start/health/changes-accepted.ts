import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from '#platform/database/database.ts'
import { isDiskFull } from '#platform/database/database-errors.ts'

const rememberedMs = 60_000

/**
 * Returns a function that says whether changes are accepted. The disk of a database at a URL cannot be measured, so it counts as full
 * for a minute after a request has failed because of it.
 */
export function watchChanges(
  http: FastifyInstance,
  { diskSpace }: Pick<OpenDatabase, 'diskSpace'>,
): () => boolean {
  let failedAt = Number.NEGATIVE_INFINITY
  http.addHook('onError', async (_request, _reply, error) => {
    if (isDiskFull(error)) failedAt = performance.now()
  })
  return () => diskSpace?.().acceptsChanges ?? performance.now() - failedAt >= rememberedMs
}
