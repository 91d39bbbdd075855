import type { ProblemBody } from '@grouplight/contract/problem.ts'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '#database/database.ts'

type Options = { database: Database; isStopping: () => boolean }

const patienceMs = 1_000

/**
 * For whoever watches over the process. `/api/health`: it lives, and does not ask the database. `/api/ready`: it can serve
 * people now, which a start says by listening (migrations are done before) and a stop takes back first of all.
 */
export function serveHealth(http: FastifyInstance, { database, isStopping }: Options): void {
  const answers = singleProbe(database)
  http.get('/api/health', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  http.get('/api/ready', { schema: { hide: true } }, async (_request, reply) => {
    if (isStopping()) return notReady(reply, 'The server is stopping.')
    if (!(await answers())) return notReady(reply, 'The database does not answer.')
    return { status: 'ready' }
  })
}

// Not thrown: that would be logged as a failure, every time somebody looks.
function notReady(reply: FastifyReply, message: string): FastifyReply {
  const body: ProblemBody = { code: 'unavailable', message }
  return reply.code(503).header('retry-after', 2).send(body)
}

/** Whether the database answers in time. However many ask, one question is under way: a slow database gets no more of them. */
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
    const { promise: tooLate, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, patienceMs, false)
    return Promise.race([probe, tooLate]).finally(() => clearTimeout(timer))
  }
}
