import type { CallableStatus } from '@grouplight/contract/callable.ts'
import { type ProblemCode, type ProblemParams, problemStatus } from '@grouplight/contract/problem.ts'
import type { InputReason } from '@grouplight/contract/text.ts'
import type { Messages } from '@grouplight/locales/messages.d.ts'
import { anyText } from '#platform/texts/text.ts'

type Sentences = Messages['refusal'] & Messages['operator-refusal']

/** A key of the catalogues of refusals: a code, followed by `.` and a reason if the code has several sentences. */
type ProblemKind = keyof Sentences & (ProblemCode | `${ProblemCode}.${string}`)

/** A kind whose sentence contains no values. */
export type PlainKind = { [Kind in ProblemKind]: Sentences[Kind] extends null ? Kind : never }[ProblemKind]

type Details = {
  field?: string | undefined
  retryAfterSeconds?: number
  /** The status in the callable protocol, if it differs from the usual status for the code. */
  callableStatus?: CallableStatus
}

type ProblemArguments =
  | [kind: PlainKind, details?: Details]
  | {
      [Kind in ProblemKind]: Sentences[Kind] extends null
        ? never
        : [kind: Kind, details: Details & { params: Sentences[Kind] }]
    }[ProblemKind]
  /** `message` is for programmers and operators only, in English. It takes the place of the sentence of the catalogue. */
  | [code: ProblemCode, details: Details & { message: string }]

/** An expected refusal. Its message is the sentence of the catalogue in English. Screens show the sentence in their language. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly field: string | undefined
  readonly params: ProblemParams | undefined
  readonly retryAfterSeconds: number | undefined
  readonly callableStatus: CallableStatus | undefined

  constructor(...[kind, details = {}]: ProblemArguments) {
    const params: ProblemParams | undefined = 'params' in details ? details.params : undefined
    super('message' in details ? details.message : sentence(kind, params))
    const [code, reason] = kind.split('.') as [ProblemCode, string?]
    this.code = code
    this.field = details.field
    this.params = reason === undefined ? params : { reason, ...params }
    this.retryAfterSeconds = details.retryAfterSeconds
    this.callableStatus = details.callableStatus
  }

  get status(): number {
    return problemStatus[this.code]
  }
}

function sentence(kind: ProblemKind, { label, ...params }: ProblemParams = {}): string {
  const find = (key: string, values: Parameters<typeof anyText>[3]) =>
    anyText('en', 'refusal', key, values) ?? anyText('en', 'operator-refusal', key, values)
  return find(kind, { ...params, label: label ? find(`label.${label}`, {}) : null }) ?? kind
}

/** Returns the refusal for the first issue that a schema of the contract has found. */
export function invalidInput(
  issue: { message?: string; params?: unknown } | undefined,
  field?: string,
): Problem {
  const { reason, ...params } = (issue?.params ?? {}) as { reason?: InputReason }
  return reason === undefined
    ? new Problem('invalid-input', { message: issue?.message ?? 'The request is not valid.', field })
    : // The schema gives each reason the values of its sentence.
      new Problem(
        ...([`invalid-input.${reason}` satisfies ProblemKind, { params, field }] as ProblemArguments),
      )
}
