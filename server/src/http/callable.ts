import { type CallableStatus, functionsPath, httpByCallableStatus } from '@grouplight/contract/callable.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { networkOf } from './network-address.ts'
import { toProblem } from './problem-handler.ts'

/** A refusal in the format of the callable protocol. */
export class CallableError extends Error {
  readonly status: CallableStatus
  /** More specific than `status`, which is INVALID_ARGUMENT for both 413 and 415. */
  readonly http: number
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: CallableStatus,
    message: string,
    more: { http?: number; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.status = status
    this.http = more.http ?? httpByCallableStatus[status]
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/**
 * Serves a function by the public callable protocol, so that its official client can call it: `{data}` in, `{result}` or `{error:
 * {status, message}}` out. Data that does not match the schema is answered with INVALID_ARGUMENT.
 */
export function serveCallable<Data extends z.ZodMiniType, Result>(
  app: FastifyInstance,
  name: string,
  data: Data,
  call: (data: z.output<Data>, ip: string, reply: FastifyReply) => Promise<Result>,
): void {
  const bodySchema = z.strictObject({ data: data as z.ZodMiniType<z.output<Data>> })
  app.post(
    `${functionsPath}/${name}`,
    {
      schema: { tags: ['functions'], operationId: name, summary: `Callable function ${name}.` },
      errorHandler: (error, request, reply) => {
        const refusal = error instanceof CallableError ? error : fromProblem(error)
        request.refusal = refusal.status
        if (refusal.retryAfterSeconds) reply.header('retry-after', refusal.retryAfterSeconds)
        if (refusal.status === 'INTERNAL') request.log.error({ error }, 'a function failed')
        return reply.code(refusal.http).send({ error: { status: refusal.status, message: refusal.message } })
      },
    },
    async (request, reply) => {
      const body = bodySchema.safeParse(request.body)
      if (!body.success)
        throw new CallableError(
          'INVALID_ARGUMENT',
          body.error.issues[0]?.message ?? 'The request is not valid.',
        )
      return { result: await call(body.data.data, networkOf(request.ip), reply) }
    },
  )
}

function fromProblem(error: Parameters<typeof toProblem>[0]): CallableError {
  const problem = toProblem(error)
  const status = statusByHttp[problem.status] ?? 'INTERNAL'
  return new CallableError(status, problem.message, {
    http: problem.status,
    retryAfterSeconds: problem.retryAfterSeconds,
  })
}

const statusByHttp: Record<number, CallableStatus> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  413: 'INVALID_ARGUMENT',
  415: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
}
