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

/** Posts messages to push services. Redirects are not followed, and the body of a response is dropped. */
export class PushClient {
  readonly #http = new http.Agent(keepAlive)
  readonly #https = new https.Agent(keepAlive)
  // These connections lead only to public addresses. They are not shared with connections to named origins.
  readonly #httpsPublic = new https.Agent(keepAlive)

  /** Rejects if there is no response within `timeLimitMs`. */
  async post(endpoint: string, access: Access, { headers, body }: EncryptedPush): Promise<Answer> {
    const url = new URL(endpoint)
    // No lookup happens for an IP address.
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (access === 'public' && isIP(host) && !isPublic(host)) throw new NotPublicError()
    const signal = AbortSignal.timeout(timeLimitMs)
    const options = { method: 'POST', headers: { ...headers, 'content-length': body.length }, signal }
    return new Promise((resolve, reject) => {
      const request =
        access === 'public'
          ? https.request(url, { ...options, agent: this.#httpsPublic, lookup: lookupPublic })
          : url.protocol === 'https:'
            ? https.request(url, { ...options, agent: this.#https })
            : http.request(url, { ...options, agent: this.#http })
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

/** Reads a short body to its end, so that the connection can be used again. Closes the connection if the body is longer. */
function drop(response: http.IncomingMessage): void {
  let count = 0
  response.on('error', () => {})
  response.on('data', (chunk: Buffer) => {
    count += chunk.length
    if (count > mostBytesRead) response.destroy()
  })
}
