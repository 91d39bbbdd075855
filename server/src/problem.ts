import {
  type ProblemCode,
  type ProblemKind,
  type ProblemParams,
  problemSentences,
  problemStatus,
} from '@grouplight/contract/problem.ts'
import { fillIn } from '@grouplight/contract/text.ts'

type More = { field?: string; params?: ProblemParams; retryAfterSeconds?: number }

/** An expected refusal. Operations throw it, one handler answers it; everything else that is thrown is a bug. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly field: string | undefined
  readonly params: ProblemParams | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, message: string, more: More = {}) {
    super(message)
    this.code = code
    this.field = more.field
    this.params = more.params
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  /** A refusal whose code has several sentences. */
  static because(kind: ProblemKind, more: More = {}): Problem {
    const [code, reason = ''] = kind.split('.')
    const message = fillIn(problemSentences[kind], more.params ?? {}) ?? kind
    return new Problem(code as ProblemCode, message, { ...more, params: { reason, ...more.params } })
  }

  get status(): number {
    return problemStatus[this.code]
  }
}

/** The refusal for changes that everybody else's screens would have to follow, again and again. */
export function tooManyChanges(taken: { retryAfterSeconds: number }): Problem {
  return Problem.because('too-many-requests.changes', taken)
}
