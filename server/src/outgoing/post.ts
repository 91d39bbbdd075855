import * as http from 'node:http'
import * as https from 'node:https'
import { AddressNotAllowedError, type AddressRule, ipOf, lookupAllowed } from './addresses.ts'
import { lookupImmediately, lookupInTurn } from './lookup-in-turn.ts'
import { timeLimitError, timeLimitMs } from './time-limit.ts'

export type Message = { headers: Record<string, string>; body: string | Uint8Array }

export type Answer = { status: number; retryAfter: string | undefined }

type Options = {
  /** Undefined if every address is allowed. */
  isAllowed?: AddressRule | undefined
  /** An agent must always be used with the same `isAllowed`, because the connections that it keeps open are not checked again. */
  agent?: http.Agent
  /** Whether users can choose any host. If so, and if `isAllowed` is set, names are looked up one after the other. */
  isAnyHost?: boolean
}

const mostBytesRead = 4 * 1024

/** Follows no redirects, and drops the body of the response. Rejects if no response comes within `timeLimitMs`. */
export async function post(
  address: string,
  { headers, body }: Message,
  { isAllowed, agent, isAnyHost }: Options,
): Promise<Answer> {
  const url = new URL(address)
  // For an IP address there is no lookup, so the address is checked here.
  const ip = ipOf(url)
  if (isAllowed && ip && !isAllowed(ip)) throw new AddressNotAllowedError()
  const { request: start } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const request = start(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: agent ?? false,
      ...(isAllowed && { lookup: lookupAllowed(isAllowed, isAnyHost ? lookupInTurn : lookupImmediately) }),
    })
    // An AbortSignal for each request would make sending pushes take 10 % more CPU time.
    const timer = setTimeout(() => request.destroy(timeLimitError()), timeLimitMs)
    request.on('close', () => {
      clearTimeout(timer)
      // If the receiver switches to another protocol (101), there is neither a response nor an error.
      reject(Object.assign(new Error('the receiver has sent no response'), { code: 'ECONNRESET' }))
    })
    request.on('error', reject)
    request.on('response', response => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      drop(response)
    })
    request.end(body)
  })
}

/** Reads and drops a body, so that its connection can be used again. Closes the connection if the body exceeds `mostBytesRead`. */
function drop(response: http.IncomingMessage): void {
  let count = 0
  response.on('error', () => {})
  response.on('data', (chunk: Buffer) => {
    count += chunk.length
    if (count > mostBytesRead) response.destroy()
  })
}
