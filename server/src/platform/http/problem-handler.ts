import type { ProblemBody, ProblemCode } from '@grouplight/contract/problem.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDatabaseUnavailable, isDiskFull } from '#platform/database/database-errors.ts'
import { invalidInput, Problem } from '#platform/problem.ts'

export function handleProblems(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(answerProblem)
}

export function answerProblem(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = toProblem(error)
  request.refusal = problem.code
  if (problem.status >= 500) request.log.error({ error }, 'a request failed')
  if (problem.retryAfterSeconds) reply.header('retry-after', problem.retryAfterSeconds)
  const { code, message, params, field } = problem
  return reply.code(problem.status).send({ code, message, params, field } satisfies ProblemBody)
}

export function toProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error
  if (hasZodFastifySchemaValidationErrors(error)) return firstInvalid(error.validation)
  if (isDiskFull(error)) return new Problem('disk-full', { retryAfterSeconds: 60 })
  if (isDatabaseUnavailable(error)) return new Problem('unavailable', { retryAfterSeconds: 2 })
  const known = error.statusCode ? refusals[error.statusCode] : undefined
  if (known) return new Problem(known.code, known)
  if (error.statusCode && error.statusCode < 500) return unreadable()
  return new Problem('internal')
}

/** The refusal of a request that does not follow HTTP or that is not JSON. */
export function unreadable(): Problem {
  return new Problem('invalid-input', { message: 'The request cannot be read.' })
}

const refusals: Record<number, { code: ProblemCode; message: string }> = {
  413: { code: 'payload-too-large', message: 'The request is too large.' },
  415: {
    code: 'unsupported-media-type',
    message: 'The request must be JSON (application/json).',
  },
}

type ValidationIssues = readonly { message?: string; params?: unknown; instancePath: string }[]

function firstInvalid(issues: ValidationIssues): Problem {
  const [issue] = issues
  const field = issue?.instancePath.replace(/^\//, '').replaceAll('/', '.') || undefined
  // Fastify's issue has the schema library's issue in `params`.
  const { params } = (issue?.params ?? {}) as { params?: unknown }
  return invalidInput({ message: message(issue?.message, field), params }, field)
}

// The schema library's own messages do not name the field.
function message(text: string | undefined, field: string | undefined): string | undefined {
  if (!text || !/^(Invalid input|Unrecognized key|Invalid option|Too (small|big))/.test(text)) return text
  return field ? `${field}: ${text}.` : `${text}.`
}
