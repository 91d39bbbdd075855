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
