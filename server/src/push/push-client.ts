import * as http from 'node:http'
import * as https from 'node:https'
import { isPublic } from '#outgoing/addresses.ts'
import { type Answer, post } from '#outgoing/post.ts'
import type { Access } from './allowed-services.ts'
import type { EncryptedPush } from './encryption.ts'

const keepAlive = { keepAlive: true, scheduling: 'fifo', timeout: 60_000 } as const

export class PushClient {
  readonly #http = new http.Agent(keepAlive)
  readonly #https = new https.Agent(keepAlive)
  // Requests with the access 'public' use only connections whose address was checked to be public.
  readonly #httpsPublic = new https.Agent(keepAlive)

  /** Rejects in the same cases as `post` in outgoing/post.ts. */
  post(endpoint: string, access: Access, push: EncryptedPush): Promise<Answer> {
    if (access === 'public') return post(endpoint, push, { isAllowed: isPublic, agent: this.#httpsPublic })
    return post(endpoint, push, { agent: endpoint.startsWith('https:') ? this.#https : this.#http })
  }

  close(): void {
    for (const agent of [this.#http, this.#https, this.#httpsPublic]) agent.destroy()
  }
}
