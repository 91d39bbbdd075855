import type { CallableStatus } from '@grouplight/contract/callable.ts'
import { type ProblemCode, type ProblemParams, problemStatus } from '@grouplight/contract/problem.ts'
import type { Messages } from '@grouplight/locales/messages.d.ts'
import { anyText } from '#platform/texts/text.ts'

/** A code with a reason, for a code that has several sentences in the catalogue `refusal`. */
export type ProblemKind = keyof Messages['refusal'] & `${ProblemCode}.${string}`

type Details = {
  field?: string
  params?: ProblemParams
  retryAfterSeconds?: number
  /** The status in the callable protocol, if it differs from the usual status for the code. */
  callableStatus?: CallableStatus
}

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

  /** `kind` is a code, followed by `.` and a reason if the code has several sentences. */
  static because(kind: ProblemKind, details: Details = {}): Problem {
    const [code, reason = ''] = kind.split('.')
    const message = anyText('en', 'refusal', kind, details.params ?? {}) ?? kind
    return new Problem(code as ProblemCode, message, { ...details, params: { reason, ...details.params } })
  }

  get status(): number {
    return problemStatus[this.code]
  }
}
