import {
  type CallableStatus,
  callableErrorSchema,
  callableStatusByHttp,
  callableTimeoutMs,
  functionsPath,
  httpByCallableStatus,
} from '@grouplight/contract/callable.ts'
import type * as z from 'zod/mini'
import { fetchFromServer } from './proxy-sign-in.ts'

/** The message comes from the server, and is empty if the server sent none. */
export class CallableError extends Error {
  readonly status: CallableStatus

  constructor(status: CallableStatus, message = '') {
    super(message)
    this.name = 'CallableError'
    this.status = status
  }
}

/** Calls a function with Firebase's callable protocol. Throws a `CallableError` if the call is refused or fails. */
export async function callFunction<Result extends z.ZodMiniType>(
  name: string,
  data: unknown,
  resultSchema: Result,
): Promise<z.output<Result>> {
  const response = await post(name, data)
  const body: unknown = await response.json().catch(() => undefined)
  const refusal = callableErrorSchema.safeParse(body)
  if (refusal.success) throw refused(refusal.data.error, response.status)
  if (!response.ok) throw refused({}, response.status)
  const answer = resultSchema.safeParse((body as { result?: unknown } | undefined)?.result)
  if (!answer.success) throw new CallableError('INTERNAL')
  return answer.data
}

/** A timeout throws UNAVAILABLE. Another failure throws INTERNAL, as in Firebase's own client. */
async function post(name: string, data: unknown): Promise<Response> {
  try {
    return await fetchFromServer(`${functionsPath}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
      signal: AbortSignal.timeout(callableTimeoutMs),
    })
  } catch (error) {
    throw new CallableError((error as Error).name === 'TimeoutError' ? 'UNAVAILABLE' : 'INTERNAL')
  }
}

function refused({ status, message }: { status?: string; message?: string }, http: number): CallableError {
  const isKnown = status !== undefined && Object.hasOwn(httpByCallableStatus, status)
  return new CallableError(
    isKnown ? (status as CallableStatus) : (callableStatusByHttp[http] ?? 'INTERNAL'),
    message,
  )
}
