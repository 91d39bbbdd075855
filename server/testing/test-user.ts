import type { Account } from '@grouplight/contract/account.ts'
import type { Endpoint } from '@grouplight/contract/endpoint.ts'
import type { LiveMessage } from '@grouplight/contract/live.ts'
import { livePath } from '@grouplight/contract/live.ts'
import type * as z from 'zod/mini'
import { newId } from '#platform/tokens.ts'
import { api } from './api.ts'
import { LiveScreen, untilTold } from './live-screen.ts'

type Input<P, Q, B> = { params?: P; query?: Q; body?: B; headers?: Record<string, string> }
type Call<P extends z.ZodMiniType, Q extends z.ZodMiniType, B extends z.ZodMiniType> = Input<
  z.input<P>,
  z.input<Q>,
  z.input<B>
>
type Details = { forMinutes?: number; until?: string | null; note?: string | null }
export const testPassword = 'correct horse'

export const newAddress = () => `${newId().toLowerCase()}@example.org`

export type Reply = { status: number; headers: Headers; body: unknown }

/** A user who calls the API over HTTP with cookies, like a browser. */
export class TestUser {
  url: string
  /** The address of the node that gets the requests. `url` is the public address of the site. */
  address: string
  readonly name: string
  readonly email: string
  readonly password = testPassword
  userId = ''
  cookie = ''
  /** The cookie of a known browser. */
  device = ''
  /** The cookie of the browser that sent the sign-up. */
  browser = ''
  /** The cookie of a browser that has requested a challenge for a passkey. */
  passkeyBrowser = ''
  readonly #visits = new Map<string, string>()

  constructor(url: string, { name = 'Guest', email = 'guest@example.org' } = {}) {
    this.url = url
    this.address = url
    this.name = name
    this.email = email
  }

  /** Returns the response, even if it is a refusal. */
  call<P extends z.ZodMiniType, Q extends z.ZodMiniType, B extends z.ZodMiniType, A extends z.ZodMiniType>(
    endpoint: Endpoint<P, Q, B, A>,
    { params, query, body, headers }: Call<P, Q, B> = {},
  ): Promise<Reply> {
    const filled = endpoint.path.replace(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(String((params as Record<string, unknown>)?.[key])),
    )
    const search = new URLSearchParams((query ?? {}) as Record<string, string>).toString()
    return this.request(endpoint.method, search ? `${filled}?${search}` : filled, body, headers)
  }

  /** Throws if the request is refused. */
  async ok<
    P extends z.ZodMiniType,
    Q extends z.ZodMiniType,
    B extends z.ZodMiniType,
    A extends z.ZodMiniType,
  >(endpoint: Endpoint<P, Q, B, A>, input: Call<P, Q, B> = {}): Promise<z.output<A>> {
    const { status, body } = await this.call(endpoint, input)
    if (status >= 300) throw new Error(`${endpoint.name} answered ${status}: ${JSON.stringify(body)}`)
    return (endpoint.answer ? endpoint.answer.parse(body) : undefined) as z.output<A>
  }

  /** The cookies of the visits to the sign-in provider, as a browser sends them. */
  get visit(): string {
    return [...this.#visits].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  set visit(cookies: string) {
    this.#visits.clear()
    for (const pair of cookies.split('; ')) this.#keepVisit(pair)
  }

  #keepVisit(pair: string): void {
    const [name = '', value = ''] = pair.split('=')
    if (value) this.#visits.set(name, value)
    else this.#visits.delete(name)
  }

  /** Sends a string unchanged, and any other body as JSON. Sends and keeps cookies. `headers` can replace the sent cookies. */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await fetch(this.address + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: this.url,
        cookie: [this.cookie, this.device, this.browser, this.passkeyBrowser, this.visit]
          .filter(Boolean)
          .join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const pair = cookie.split(';')[0] ?? ''
      if (/^(__Host-)?grouplight-device=/.test(pair)) this.device = pair
      else if (/^(__Host-)?grouplight-sign-up=/.test(pair)) this.browser = pair
      else if (/^(__Host-)?grouplight-passkey=/.test(pair)) this.passkeyBrowser = pair
      else if (/^(__Host-)?grouplight-visit/.test(pair)) this.#keepVisit(pair)
      else if (/^(__Host-)?grouplight=/.test(pair)) this.cookie = pair
    }
    const text = await response.text()
    // Without this wait, a screen that is opened or cleared next could still get the messages about this change.
    if (method !== 'GET' && response.ok) await untilTold()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    }
  }

  /** Sets the user's own availability in a group. */
  turn(groupId: string, status: boolean, details: Details = {}) {
    const params = { groupId, userId: this.userId }
    return this.ok(api.setAvailability, { params, body: { status, ...details } })
  }

  group(groupId: string) {
    return this.ok(api.readGroup, { params: { groupId } })
  }

  async groups() {
    return (await this.ok(api.listGroups)).groups
  }

  /** Returns the newest notifications, the newest first. */
  async notices() {
    return (await this.ok(api.listNotifications)).notifications
  }

  invite(groupId: string, ...emails: string[]) {
    return this.ok(api.inviteMembers, { params: { groupId }, body: { emails } })
  }

  /** Returns the invitations to this user. */
  async received() {
    return (await this.ok(api.listReceivedInvitations)).invitations
  }

  async register(password = this.password): Promise<void> {
    await this.ok(api.signUp, { body: { displayName: this.name, email: this.email, password } })
  }

  /** `code` is from the emailed link. The password is needed only in a browser that did not send the sign-up. */
  async verify(code: string, password?: string): Promise<void> {
    await this.ok(api.verifyEmail, { body: { code, password } })
  }

  async signIn(password = this.password): Promise<Account> {
    const { account } = await this.ok(api.signIn, { body: { email: this.email, password } })
    this.userId = account.uid
    return account
  }

  async onAnotherDevice(): Promise<TestUser> {
    const device = new TestUser(this.url, { name: this.name, email: this.email })
    device.address = this.address
    await device.signIn()
    return device
  }

  /** Returns a copy that sends its requests to another node, without the cookies `passkeyBrowser` and `visit`. */
  at(address: string): TestUser {
    const { url, name, email, userId, cookie, device, browser } = this
    return Object.assign(new TestUser(url, { name, email }), { address, userId, cookie, device, browser })
  }

  /** Opens a live connection and waits for its hello. */
  async open(): Promise<LiveScreen> {
    const screen = new LiveScreen(this.address.replace('http', 'ws') + livePath, {
      cookie: this.cookie,
      origin: this.url,
    })
    await screen.next(([name]: LiveMessage) => name === 'hello')
    return screen
  }
}
