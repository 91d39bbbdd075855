import { type ProblemCode, problemStatus } from '@grouplight/contract/problem.ts'

/** An expected refusal. Operations throw it, one handler answers it; everything else that is thrown is a bug. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, message: string, more: { field?: string; retryAfterSeconds?: number } = {}) {
    super(message)
    this.code = code
    this.field = more.field
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  get status(): number {
    return problemStatus[this.code]
  }
}

/** The refusal for changes that everybody else's screens would have to follow, again and again. */
export function tooManyChanges(taken: { retryAfterSeconds: number }): Problem {
  return new Problem('too-many-requests', 'Too many changes. Please try again later.', taken)
}
