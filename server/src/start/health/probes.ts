import type { ProblemBody } from '@grouplight/contract/problem.ts'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '#platform/database/database.ts'

type Options = { database: Database; isStopping: () => boolean; acceptsChanges: () => boolean }

const timeoutMs = 1_000

/**
 * `/api/ready` fails if the server is stopping or the database does not respond. `/api/health` succeeds even then. On a full disk,
 * `/api/ready` says so but succeeds, because proxies would otherwise refuse the pages that can still be read. With `?changes` it fails.
 */
export function serveHealth(http: FastifyInstance, { database, isStopping, acceptsChanges }: Options): void {
  const databaseResponds = singleProbe(database)
  http.get('/api/health', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  http.get('/api/ready', { schema: { hide: true } }, async (request, reply) => {
    if (isStopping()) return notReady(reply, 'The server is stopping.')
    if (!(await databaseResponds())) return notReady(reply, 'The database does not answer.')
    if (acceptsChanges()) return { status: 'ready' }
    const reason = 'The disk is full: changes are refused.'
    if ('changes' in (request.query as object)) return notReady(reply, reason)
    return { status: 'read-only', reason }
  })
}

// The refusal is a response and not a thrown error, because an error would be logged at every probe.
function notReady(reply: FastifyReply, message: string): FastifyReply {
  const body: ProblemBody = { code: 'unavailable', message }
  return reply.code(503).header('retry-after', 2).send(body)
}

function singleProbe(database: Database): () => Promise<boolean> {
  let probe: Promise<boolean> | undefined
  return async () => {
    probe ??= database
      .execute(sql`select 1`)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        probe = undefined
      })
    const { promise: timedOut, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, timeoutMs, false)
    return Promise.race([probe, timedOut]).finally(() => clearTimeout(timer))
  }
}
