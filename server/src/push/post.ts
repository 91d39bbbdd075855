import * as http from 'node:http'
import * as https from 'node:https'
import { isIP } from 'node:net'
import type { Access } from './allowed-services.ts'
import type { EncryptedPush } from './encryption.ts'
import { isPublic, lookupPublic, NotPublicError } from './public-address.ts'

export type Answer = { status: number; retryAfter: string | undefined }

export const timeLimitMs = 10_000
const mostBytesRead = 4 * 1024
const keepAlive = { keepAlive: true, scheduling: 'fifo', timeout: 60_000 } as const

/** Posts pushes to push services. Redirects are not followed, and the body of a response is dropped. */
export class PushClient {
  readonly #http = new http.Agent(keepAlive)
  readonly #https = new https.Agent(keepAlive)
  // Requests with the access 'public' use only connections whose address was checked to be public.
  readonly #httpsPublic = new https.Agent(keepAlive)

  /** Rejects if the connection fails, if the address is not public, or if there is no response within `timeLimitMs`. */
  async post(endpoint: string, access: Access, { headers, body }: EncryptedPush): Promise<Answer> {
    const url = new URL(endpoint)
    // For an IP address there is no lookup, so the address is checked here.
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (access === 'public' && isIP(host) && !isPublic(host)) throw new NotPublicError()
    const options = { method: 'POST', headers: { ...headers, 'content-length': body.length } }
    return new Promise((resolve, reject) => {
      const request =
        access === 'public'
          ? https.request(url, { ...options, agent: this.#httpsPublic, lookup: lookupPublic })
          : url.protocol === 'https:'
            ? https.request(url, { ...options, agent: this.#https })
            : http.request(url, { ...options, agent: this.#http })
      // With an AbortSignal for each request, pushes would take a tenth more of the server's CPU.
      const timer = setTimeout(() => request.destroy(timeLimitError()), timeLimitMs)
      request.on('close', () => clearTimeout(timer))
      request.on('error', reject)
      request.on('response', response => {
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
        drop(response)
      })
      request.end(body)
    })
  }

  close(): void {
    for (const agent of [this.#http, this.#https, this.#httpsPublic]) agent.destroy()
  }
}

function timeLimitError(): Error {
  return Object.assign(new Error('the push service does not respond'), { code: 'ETIMEDOUT' })
}

/** Reads a body to its end, so that the connection can be used again. Closes it after more than `mostBytesRead` bytes. */
function drop(response: http.IncomingMessage): void {
  let count = 0
  response.on('error', () => {})
  response.on('data', (chunk: Buffer) => {
    count += chunk.length
    if (count > mostBytesRead) response.destroy()
  })
}
