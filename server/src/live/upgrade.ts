import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { livePath } from '@grouplight/contract/live.ts'
import type { ProblemCode } from '@grouplight/contract/problem.ts'

/** The authenticated client of an upgrade request. */
export type LiveCaller = { userId: string; session: string }

export type UpgradeOptions = {
  /** The only Origin that a browser's request may have. */
  origin: string
  /** Counts an upgrade that is refused in any case. Returns whether the client is still within its limit. */
  limitRefusals(request: IncomingMessage): Promise<boolean>
  /** Counts and authenticates an upgrade. Returns the code of the problem if it is refused. */
  authenticate(request: IncomingMessage): Promise<LiveCaller | ProblemCode>
}

/** Returns the client that may connect, or the code of the problem. */
export async function admit(
  request: IncomingMessage,
  options: UpgradeOptions,
): Promise<LiveCaller | ProblemCode> {
  const refusal = refusalOf(request, options.origin)
  if (refusal === null) return options.authenticate(request)
  return (await options.limitRefusals(request)) ? refusal : 'too-many-requests'
}

/** Returns a refusal that does not depend on the user, or null. */
function refusalOf({ url, headers }: IncomingMessage, origin: string): ProblemCode | null {
  if (url?.split('?')[0] !== livePath) return 'not-found'
  // Browsers always send an Origin. A client with a bearer token is not a browser, so it sends no cookie by accident.
  const isOurs = headers.origin === origin || (headers.origin === undefined && headers.authorization)
  return isOurs ? null : 'origin-not-allowed'
}

const reasons: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

/** Answers a refused upgrade with an HTTP response. */
export function refuseUpgrade(stream: Duplex, status: number): void {
  // The client may never close the connection, and the HTTP server no longer manages this stream.
  stream.once('finish', () => stream.destroy())
  const retry = [429, 503].includes(status) ? 'Retry-After: 1\r\n' : ''
  stream.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}
