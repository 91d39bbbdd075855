import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { addDevice } from '@grouplight/contract/device.ts'
import type { PushPayload } from '@grouplight/contract/push.ts'
import ece from 'http_ece'
import type * as z from 'zod/mini'
import { api } from './api.ts'
import type { TestUser } from './test-user.ts'
import { waitMs } from './time-limits.ts'

type Subscription = z.input<NonNullable<typeof addDevice.body>>
type Keys = { p256dh: string; auth: string; open(body: Buffer): string }

export type ReceivedPush = {
  payload: PushPayload
  plaintext: string
  /** In seconds. */
  ttl: number
  urgency: string
  topic: string
  /** The claims of the sender's signature (VAPID). */
  claims: { aud: string; exp: number; sub: string }
  /** The sender's public key in base64url. */
  key: string
}

/** Answers a push that has passed the checks. By default, `FakePushService` answers 201. */
export type Respond = (response: ServerResponse, request: IncomingMessage) => void

const knownKeys = new Map<string, Keys>()

/** Returns an input of `addDevice` with keys for the endpoint. `FakePushService` can decrypt the pushes to this endpoint. */
export function newSubscription(endpoint: string): Subscription {
  const { p256dh, auth } = keysOf(endpoint)
  return { endpoint, p256dh, auth, name: 'Chrome on Android' }
}

/**
 * A push service that checks the signature and the headers of each push, and decrypts its content. If a check fails, it refuses
 * the push, and `pushesTo` throws.
 */
export class FakePushService {
  respond: Respond = response => response.writeHead(201).end()
  /** The paths of all requests since the last `clear`, without the leading slash. */
  readonly requests: string[] = []
  readonly refused: string[] = []
  readonly #received = new Map<string, ReceivedPush[]>()
  readonly #server = createServer((request, response) => this.#handle(request, response))

  static async open(port = 0): Promise<FakePushService> {
    const service = new FakePushService()
    await new Promise<void>(resolve => service.#server.listen(port, '127.0.0.1', resolve))
    return service
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Returns the id of the device. */
  async add(user: TestUser, path: string, more: Partial<Subscription> = {}): Promise<string> {
    const body = { ...newSubscription(`${this.origin}/${path}`), ...more }
    return (await user.ok(api.addDevice, { body })).id
  }

  /** Adds a device, confirms it, and calls `clear`. Returns the id of the device. */
  async register(user: TestUser, path: string, more: Partial<Subscription> = {}): Promise<string> {
    const id = await this.add(user, path, more)
    await user.ok(api.confirmDevice, { body: { token: await this.#tokenFor(path) } })
    this.clear()
    return id
  }

  /** Waits until exactly `count` pushes have arrived at the path since the last `clear`. Throws after 10 seconds. */
  pushesTo(path: string, count = 1): Promise<ReceivedPush[]> {
    return this.#waitFor(path, `${count} pushes`, found => (found.length === count ? found : undefined))
  }

  /** Ignores pushes without a token, because pushes of an earlier test may arrive first. */
  #tokenFor(path: string): Promise<string> {
    const tokens = (found: ReceivedPush[]) => found.map(({ payload }) => payload.notification.data.token)
    return this.#waitFor(path, 'a token', found => tokens(found).find(token => token !== undefined))
  }

  async #waitFor<Result>(
    path: string,
    what: string,
    find: (received: ReceivedPush[]) => Result | undefined,
  ): Promise<Result> {
    for (const deadline = performance.now() + waitMs; ; await setTimeout(20)) {
      if (this.refused.length > 0) throw new Error(this.refused.join())
      const received = this.received(path)
      const found = find(received)
      if (found !== undefined) return found
      if (performance.now() > deadline)
        throw new Error(`${path} received ${received.length} pushes instead of ${what}`)
    }
  }

  received(path: string): ReceivedPush[] {
    return this.#received.get(path) ?? []
  }

  clear(): void {
    this.#received.clear()
    this.requests.length = 0
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.slice(1) ?? ''
    this.requests.push(path)
    try {
      const push = this.#open(request, Buffer.concat(await request.toArray()))
      this.#received.set(path, [...this.received(path), push])
    } catch (error) {
      this.refused.push(String(error))
      response.writeHead(400).end()
      return
    }
    this.respond(response, request)
  }

  #open(request: IncomingMessage, body: Buffer): ReceivedPush {
    const { headers, method } = request
    const { ttl, urgency, topic, authorization = '' } = headers
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
    const claims = verifiedClaims(token, key)
    const seconds = claims.exp - Date.now() / 1000
    if (claims.aud !== this.origin || seconds <= 0 || seconds > 24 * 3600)
      throw new Error(`wrong claims ${JSON.stringify(claims)}`)
    if (!/^(mailto:|https:)/.test(claims.sub)) throw new Error(`wrong sub ${claims.sub}`)
    if (method !== 'POST' || headers['content-encoding'] !== 'aes128gcm' || body.length > 4096)
      throw new Error('wrong message')
    if (!/^[\w-]{1,32}$/.test(String(topic)) || !/^\d+$/.test(String(ttl))) throw new Error('wrong headers')
    const plaintext = keysOf(`${this.origin}${request.url}`).open(body)
    const payload = JSON.parse(plaintext) as PushPayload
    return {
      ...{ payload, plaintext, claims, key },
      ...{ ttl: Number(ttl), urgency: String(urgency), topic: String(topic) },
    }
  }
}

/** Returns the claims of a JSON web token. Throws if its signature (ES256) does not belong to the key. */
function verifiedClaims(token: string, key: string): ReceivedPush['claims'] {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  })
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  if (!isValid || parse(header).alg !== 'ES256') throw new Error('wrong signature')
  return parse(claims)
}

function keysOf(endpoint: string): Keys {
  const known = knownKeys.get(endpoint)
  if (known) return known
  const privateKey = createECDH('prime256v1')
  privateKey.generateKeys()
  const auth = randomBytes(16).toString('base64url')
  const keys = {
    auth,
    p256dh: privateKey.getPublicKey('base64url'),
    open: (body: Buffer) =>
      ece.decrypt(body, { version: 'aes128gcm', privateKey, authSecret: auth }).toString(),
  }
  knownKeys.set(endpoint, keys)
  return keys
}
