import * as http from 'node:http'
import * as https from 'node:https'
import { isPublic } from '#platform/network/addresses.ts'
import { type Answer, post } from '#platform/network/post.ts'
import type { EncryptedPush } from './encryption.ts'

const keepAlive = { keepAlive: true, scheduling: 'fifo', timeout: 60_000 } as const

export class PushClient {
  readonly #http = new http.Agent(keepAlive)
  readonly #https = new https.Agent(keepAlive)
  // All connections of this agent are to public addresses.
  readonly #httpsPublic = new https.Agent(keepAlive)

  post(endpoint: string, addresses: AllowedAddresses, push: EncryptedPush): Promise<Answer> {
    const owner = 'push services'
    if (addresses === 'public')
      return post(endpoint, push, { isAllowed: isPublic, agent: this.#httpsPublic, owner })
    return post(endpoint, push, { agent: endpoint.startsWith('https:') ? this.#https : this.#http, owner })
  }

  close(): void {
    for (const agent of [this.#http, this.#https, this.#httpsPublic]) agent.destroy()
  }
}

/** 'named' allows any IP address, because the operator has named the origin. 'public' allows only public IP addresses. */
type AllowedAddresses = 'named' | 'public'

/** Returns null if PUSH_SERVICES does not allow the endpoint, or if the endpoint contains credentials. */
export function allowedAddressesOf(endpoint: string, pushServices: string[]): AllowedAddresses | null {
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint)
  if (username || password) return null
  if (pushServices.includes(origin)) return 'named'
  if (protocol !== 'https:' || port) return null
  const isAllowed = pushServices.some(entry =>
    entry.startsWith('*.') ? hostname.endsWith(entry.slice(1)) : hostname === entry,
  )
  return isAllowed ? 'public' : null
}
