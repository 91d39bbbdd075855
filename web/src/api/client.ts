import { type Endpoint, timeZoneHeader } from '@grouplight/contract/endpoint.ts'
import {
  type ProblemBody,
  type ProblemCode,
  type ProblemParams,
  problemIn,
} from '@grouplight/contract/problem.ts'
import type * as z from 'zod/mini'
import { fetchFromServer } from './proxy-sign-in.ts'

/** The maximum time of a request. Without it, a request on a half-open connection could wait for ever for its response. */
const timeLimitMs = 20_000

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

/**
 * Returns the validated response, or undefined if the endpoint has no response schema. Throws a `ProblemError` if the server refuses
 * or no complete response arrives. Throws the original error if `signal` was aborted, and a Zod error if the response is invalid.
 */
export async function call<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
>(
  endpoint: Endpoint<Params, Query, Body, Answer>,
  ...[input]: Arguments<Params, Query, Body>
): Promise<z.output<Answer>> {
  return (await callTagged(endpoint, input ?? {})).answer
}

/** An answer and its ETag, by which the server can say that the answer has not changed. */
export type Tagged<Answer> = { answer: Answer; etag?: string | undefined }

/** The same as `call`, but returns `known` if the server says that it has not changed. */
export async function callTagged<Answer extends z.ZodMiniType>(
  endpoint: Pick<Endpoint, 'method' | 'path'> & { answer?: Answer },
  input: LooseInput,
  known?: Tagged<z.output<Answer>>,
): Promise<Tagged<z.output<Answer>>> {
  const response = await send(endpoint, input, known?.etag)
  if (response.status === 304 && known) return known
  if (!response.ok) throw await refusal(response)
  if (!endpoint.answer) return { answer: undefined as z.output<Answer> }
  const answer = endpoint.answer.parse(await orUnreachable(response.json(), input.signal))
  return { answer, etag: response.headers.get('etag') ?? undefined }
}

/** A refusal of the server, or the lack of a complete response. In the second case, `code` is 'unreachable' and `status` is 0. */
export class ProblemError extends Error {
  readonly code: ProblemCode | 'unreachable'
  readonly status: number
  readonly field: string | undefined
  readonly params: ProblemParams | undefined

  constructor(problem: Omit<ProblemBody, 'code'> & { code: ProblemError['code']; status: number }) {
    super(problem.message)
    this.name = 'ProblemError'
    this.code = problem.code
    this.status = problem.status
    this.field = problem.field
    this.params = problem.params
  }
}

export function problemCode(error: unknown): ProblemError['code'] | undefined {
  return error instanceof ProblemError ? error.code : undefined
}

type Part<Name extends string, Schema extends z.ZodMiniType> = Schema extends z.ZodMiniUndefined
  ? unknown
  : Record<Name, z.input<Schema>>

type Input<Params extends z.ZodMiniType, Query extends z.ZodMiniType, Body extends z.ZodMiniType> = Part<
  'params',
  Params
> &
  Part<'query', Query> &
  Part<'body', Body> & { signal?: AbortSignal }

/** The input is optional if the endpoint has no params, no query and no body. */
type Arguments<Params extends z.ZodMiniType, Query extends z.ZodMiniType, Body extends z.ZodMiniType> =
  Record<never, never> extends Input<Params, Query, Body>
    ? [input?: Input<Params, Query, Body>]
    : [input: Input<Params, Query, Body>]

type LooseInput = { params?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal }

async function send(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  input: LooseInput,
  etag?: string,
): Promise<Response> {
  const limit = AbortSignal.timeout(timeLimitMs)
  const sent = fetchFromServer(address(endpoint.path, input), {
    method: endpoint.method,
    signal: input.signal ? AbortSignal.any([input.signal, limit]) : limit,
    headers: {
      [timeZoneHeader]: timeZone,
      ...(etag && { 'if-none-match': etag }),
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  })
  return orUnreachable(sent, input.signal)
}

async function orUnreachable<Value>(
  pending: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  try {
    return await pending
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ProblemError({ code: 'unreachable', status: 0, message: '' })
  }
}

function address(path: string, { params, query }: LooseInput): string {
  const values = (params ?? {}) as Record<string, unknown>
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  return search ? `${filled}?${search}` : filled
}

/** The response of a proxy or a captive portal contains no problem code, so the error's code is derived from the HTTP status. */
export async function refusal(response: Response): Promise<ProblemError> {
  const problem = problemIn(await response.json().catch(() => undefined))
  if (problem) return new ProblemError({ ...problem, status: response.status })
  const code = response.status >= 502 ? 'unavailable' : 'internal'
  return new ProblemError({ code, status: response.status, message: response.statusText })
}
