import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { livePath } from '@grouplight/contract/live.ts'
import type { ProblemCode } from '@grouplight/contract/problem.ts'

/** Who asks for a live connection. */
export type LiveCaller = { userId: string; session: string }

export type UpgradeOptions = {
  /** The only Origin that a browser may come from. */
  origin: string
  /** Counts an upgrade that is refused in any case. Answers whether the client may try this often. */
  limitRefusals(request: IncomingMessage): Promise<boolean>
  /** Who asks for the upgrade, or why it is refused. Counts it. */
  authenticate(request: IncomingMessage): Promise<LiveCaller | ProblemCode>
}

/** Who may connect, or why not. */
export async function admit(
  request: IncomingMessage,
  options: UpgradeOptions,
): Promise<LiveCaller | ProblemCode> {
  const refusal = refusalOf(request, options.origin)
  if (refusal === null) return options.authenticate(request)
  return (await options.limitRefusals(request)) ? refusal : 'too-many-requests'
}

/** What is refused to everybody. */
function refusalOf({ url, headers }: IncomingMessage, origin: string): ProblemCode | null {
  if (url?.split('?')[0] !== livePath) return 'not-found'
  // Browsers always send an Origin. A client with a bearer token is not a browser and sends nobody's cookie by accident.
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

/** Answers a refused upgrade like a request. */
export function answerRefusal(stream: Duplex, status: number): void {
  // The client may never hang up, and the HTTP server no longer looks after the stream.
  stream.once('finish', () => stream.destroy())
  const retry = [429, 503].includes(status) ? 'Retry-After: 1\r\n' : ''
  stream.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}
