import type { ProblemBody, ProblemCode, ProblemParams } from '@grouplight/contract/problem.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDatabaseUnavailable, isDiskFull } from '#platform/database/database-errors.ts'
import { Problem } from '#platform/problem.ts'
import { inputText } from '#platform/texts/input-text.ts'

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
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error.validation)
  if (isDiskFull(error))
    return new Problem(
      'disk-full',
      'The server’s disk is full, so it cannot save changes right now. Please tell the person who runs this site.',
      { retryAfterSeconds: 60 },
    )
  if (isDatabaseUnavailable(error))
    return new Problem('unavailable', 'The service is briefly unavailable. Please try again.', {
      retryAfterSeconds: 2,
    })
  const known = error.statusCode ? refusals[error.statusCode] : undefined
  if (known) return new Problem(...known)
  if (error.statusCode && error.statusCode < 500)
    return new Problem('invalid-input', 'The request cannot be read.')
  return new Problem('internal', 'Something went wrong. Please try again.')
}

const refusals: Record<number, [ProblemCode, string]> = {
  413: ['payload-too-large', 'The request is too large.'],
  415: ['unsupported-media-type', 'The request must be JSON (application/json).'],
}

type ValidationIssues = readonly { message?: string; params?: unknown; instancePath: string }[]

function invalidInput(issues: ValidationIssues): Problem {
  const [issue] = issues
  const field = issue?.instancePath.replace(/^\//, '').replaceAll('/', '.') || undefined
  const { params } = (issue?.params ?? {}) as { params?: ProblemParams }
  return new Problem('invalid-input', inputText(params) ?? sentence(issue?.message, field), { field, params })
}

// The schema library's own messages do not name the field.
function sentence(message: string | undefined, field: string | undefined): string {
  if (!message) return 'The request is not valid.'
  if (!/^(Invalid input|Unrecognized key|Invalid option|Too (small|big))/.test(message)) return message
  return field ? `${field}: ${message}.` : `${message}.`
}
