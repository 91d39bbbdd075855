import type { CallableStatus } from '@grouplight/contract/callable.ts'
import {
  type ProblemCode,
  type ProblemKind,
  type ProblemParams,
  problemSentences,
  problemStatus,
} from '@grouplight/contract/problem.ts'
import { fillIn } from '@grouplight/contract/text.ts'

type Details = {
  field?: string
  params?: ProblemParams
  retryAfterSeconds?: number
  /** Replaces the status that the callable protocol has for the code. */
  callableStatus?: CallableStatus
}

/** An expected refusal. Operations throw it, and the error handler turns it into a response. Any other error is a bug. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly field: string | undefined
  readonly params: ProblemParams | undefined
  readonly retryAfterSeconds: number | undefined
  readonly callableStatus: CallableStatus | undefined

  constructor(code: ProblemCode, message: string, details: Details = {}) {
    super(message)
    this.code = code
    this.field = details.field
    this.params = details.params
    this.retryAfterSeconds = details.retryAfterSeconds
    this.callableStatus = details.callableStatus
  }

  /** Returns the refusal of a code that has several sentences. `kind` selects the sentence. */
  static because(kind: ProblemKind, details: Details = {}): Problem {
    const [code, reason = ''] = kind.split('.')
    const message = fillIn(problemSentences[kind], details.params ?? {}) ?? kind
    return new Problem(code as ProblemCode, message, { ...details, params: { reason, ...details.params } })
  }

  get status(): number {
    return problemStatus[this.code]
  }
}
