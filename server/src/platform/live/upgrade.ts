import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { livePath } from '@grouplight/contract/live.ts'
import { type ProblemCode, requestRateRetrySeconds } from '@grouplight/contract/problem.ts'

export type LiveCaller = { userId: string; session: string }

export type UpgradeOptions = {
  origin: string
  /** Counts a refusal. Resolves to false if the client is above its limit. */
  limitRefusals(request: IncomingMessage): Promise<boolean>
  authenticate(request: IncomingMessage): Promise<LiveCaller | ProblemCode>
}

export async function authorizeUpgrade(
  request: IncomingMessage,
  options: UpgradeOptions,
): Promise<LiveCaller | ProblemCode> {
  const refusal = refusalOf(request, options.origin)
  if (refusal === null) return options.authenticate(request)
  return (await options.limitRefusals(request)) ? refusal : 'too-many-requests'
}

function refusalOf({ url, headers }: IncomingMessage, origin: string): ProblemCode | null {
  if (url?.split('?')[0] !== livePath) return 'not-found'
  // Browsers always send an Origin header for a WebSocket. So a client with a bearer token and without Origin is not a browser, and
  // has no cookie that another website could abuse.
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

const refusingMs = 5_000

export function refuseUpgrade(stream: Duplex, status: number): void {
  // The client might neither read nor close, and the HTTP server no longer manages this stream.
  stream.once('finish', () => stream.destroy())
  setTimeout(() => stream.destroy(), refusingMs).unref()
  const retry = [429, 503].includes(status) ? `Retry-After: ${requestRateRetrySeconds}\r\n` : ''
  stream.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}
