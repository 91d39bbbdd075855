import type { LookupAddress } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import { AddressNotAllowedError, type AddressRule, ipOf, lookupAllowed } from './addresses.ts'
import { type LookupAll, lookUp, lookupFor } from './look-up.ts'
import { timeLimitMs } from './system-lookup.ts'

export type Message = { headers: Record<string, string>; body: string | Uint8Array }

export type Answer = { status: number; retryAfter: string | undefined }

export type Options = {
  /** Undefined if every address is allowed. */
  isAllowed?: AddressRule | undefined
  /** An agent must always be used with the same `isAllowed`, because the connections that it keeps open are not checked again. */
  agent?: http.Agent
  /** Who has chosen the address. A lookup holds up only other lookups for the same owner. */
  owner: string
}

/** Of a body. */
export const mostBytesRead = 4 * 1024

/** Drops the body of the response. */
export function post(address: string, { headers, body }: Message, options: Options): Promise<Answer> {
  const sized = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  return exchange(address, { method: 'POST', headers: sized, body }, options, response => {
    drop(response)
    return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }
  })
}

/**
 * Follows no redirects. Rejects if no response comes within `timeLimitMs` after the lookup of the host's name. The connection is closed at
 * that time, even if the body has not ended.
 */
export async function exchange<Result>(
  address: string,
  { method, headers, body }: { method: 'GET' | 'POST' } & Partial<Message>,
  { isAllowed = () => true, agent, owner }: Options,
  take: (response: http.IncomingMessage) => Result | Promise<Result>,
): Promise<Result> {
  const url = new URL(address)
  // For an IP address there is no lookup, so the address is checked here.
  const ip = ipOf(url)
  if (ip && !isAllowed(ip)) throw new AddressNotAllowedError()
  // An agent looks up the name only for a new connection, within the time limit.
  const lookup = ip || agent ? lookupFor(owner) : pinned(await lookUp(url.hostname, owner))
  const { request: start } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const request = start(url, {
      ...{ method, headers },
      agent: agent ?? false,
      lookup: lookupAllowed(isAllowed, lookup),
    })
    // An AbortSignal for each request would make sending pushes take 10 % more CPU time.
    const timer = setTimeout(() => request.destroy(silentReceiverError()), timeLimitMs)
    request.on('close', () => {
      clearTimeout(timer)
      // If the receiver switches to another protocol (101), there is neither a response nor an error.
      reject(Object.assign(new Error('the receiver has sent no response'), { code: 'ECONNRESET' }))
    })
    request.on('error', reject)
    request.on('response', response => resolve(take(response)))
    request.end(body)
  })
}

/** The lookup is not part of `timeLimitMs`, because it may have to wait for a turn. */
function pinned(addresses: LookupAddress[]): LookupAll {
  return (_hostname, _options, callback) => callback(null, addresses)
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

function silentReceiverError(): Error {
  return Object.assign(new Error('the receiver does not respond'), { code: 'ETIMEDOUT' })
}
