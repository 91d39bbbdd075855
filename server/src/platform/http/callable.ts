import { type CallableStatus, functionsPath, httpByCallableStatus } from '@grouplight/contract/callable.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { networkOf } from '#platform/network/network-address.ts'
import { invalidInput } from '#platform/problem.ts'
import { toProblem } from './problem-handler.ts'

/** The response of the functions that do not follow the callable protocol. */
export const okSchema = z.object({ ok: z.boolean() })

const resultSchema = z.object({ result: z.unknown() })
const refusalSchema = z.object({ error: z.object({ status: z.string(), message: z.string() }) })

/** Serves a function of Firebase's callable protocol. The argument `ip` of `call` is the client's network: see `networkOf`. */
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
      schema: {
        tags: ['functions'],
        operationId: name,
        summary: `Callable function ${name}.`,
        security: [],
        response: { 200: resultSchema, 400: refusalSchema, 429: refusalSchema },
      },
      errorHandler: (error, request, reply) => {
        const problem = toProblem(error)
        const status = problem.callableStatus ?? statusByHttp[problem.status] ?? 'INTERNAL'
        request.refusal = status
        if (problem.retryAfterSeconds) reply.header('retry-after', problem.retryAfterSeconds)
        if (status === 'INTERNAL') request.log.error({ error }, 'a function failed')
        // The protocol has no status for 413 and 415. The HTTP status distinguishes them from other invalid input.
        const http = problem.callableStatus ? httpByCallableStatus[status] : problem.status
        return (reply as FastifyReply).code(http).send({ error: { status, message: problem.message } })
      },
    },
    async (request, reply) => {
      const body = bodySchema.safeParse(request.body)
      if (!body.success) throw invalidInput(body.error.issues[0])
      return { result: await call(body.data.data, networkOf(request.ip), reply) }
    },
  )
}

const statusByHttp: Record<number, CallableStatus> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  413: 'INVALID_ARGUMENT',
  415: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
}
