import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { providerCallbackPath, startProviderSignIn } from '@grouplight/contract/provider.ts'
import { Provider } from 'oidc-provider'
import { newId } from '#platform/tokens.ts'
import { freePort } from './free-port.ts'
import type { Reply, TestUser } from './test-user.ts'

type Claims = Record<string, unknown>

/** A real OpenID Connect provider on a port of its own. It signs everybody in as `user` without asking. */
export class TestProvider {
  readonly port: number
  readonly clientSecret = randomBytes(24).toString('base64url')
  /** The subject and the other claims of the user. A claim that is undefined is left out. */
  user: { sub: string } & Claims = { sub: 'ana-1' }
  /** Whether the ID token contains the user's claims. If not, only the userinfo endpoint returns them. */
  isInIdToken = false
  /** Changes the claims of the ID token, which is then signed again. */
  tamper: ((claims: Claims) => Claims) | undefined
  /** Whether a token that `tamper` has changed is signed with another key. */
  signsWrongly = false
  /** Whether the provider's metadata names the claim email_verified. */
  verifies = true
  /** Answers a request instead of the provider. If it returns false, the provider answers. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean> | boolean) | undefined
  readonly requests: string[] = []
  readonly #key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  #server: Server | undefined
  #handle: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined

  private constructor(port: number) {
    this.port = port
  }

  static async open(): Promise<TestProvider> {
    return new TestProvider(await freePort())
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get env(): Record<string, string> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: 'grouplight',
      OIDC_CLIENT_SECRET: this.clientSecret,
      OIDC_NAME: 'Club Login',
    }
  }

  /** Creates a user, by default with a verified address. From now on, everybody signs in as this user. Returns the claims. */
  useUser(changed: Claims = {}): { sub: string; email: string } & Claims {
    const user = { sub: `sub-${newId()}`, email: `${newId().toLowerCase()}@example.org` }
    const claims = { email_verified: true, name: 'Ana Perez', preferred_username: 'ana', ...changed }
    this.user = { ...user, ...claims }
    return { ...user, ...claims }
  }

  /** Starts the provider for the site at `appUrl`. After `close`, starts it again for the first site and ignores `appUrl`. */
  async listen(appUrl: string): Promise<void> {
    this.#handle ??= this.#create(appUrl)
    const server = createServer((request, response) => void this.#answer(request, response))
    await new Promise<void>(resolve => server.listen(this.port, '127.0.0.1', resolve))
    this.#server = server
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    const closed = new Promise(resolve => server.close(resolve))
    server.closeAllConnections()
    await closed
  }

  /** Sends a user’s browser to the provider and back. `change` can alter the callback’s address. Returns its response. */
  async visit(
    user: TestUser,
    start: { purpose?: 'sign-in' | 'link' | 'confirm'; change?: (callback: URL) => void } = {},
  ): Promise<Reply & { page: string }> {
    const { purpose = 'sign-in', change } = start
    const { url } = await user.ok(startProviderSignIn, { body: { purpose } })
    const callback = await this.follow(url)
    change?.(callback)
    return returnTo(user, callback)
  }

  /** Follows the redirects of the provider, like a browser. Returns the address of the callback without opening it. */
  async follow(url: string, cookies = new Map<string, string>()): Promise<URL> {
    let next = url
    for (let hop = 0; hop < 10; hop++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const location = response.headers.get('location')
      if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
      const target = new URL(location, next)
      if (target.pathname === providerCallbackPath) return target
      next = target.href
    }
    throw new Error('The provider redirects too often.')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push(request.url?.split('?')[0] ?? '')
    if (await this.intercept?.(request, response)) return
    await this.#handle?.(request, response)
  }

  #create(appUrl: string) {
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: 'grouplight',
          client_secret: this.clientSecret,
          redirect_uris: [appUrl + providerCallbackPath],
        },
      ],
      jwks: {
        keys: [{ ...this.#key.privateKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' }],
      },
      cookies: { keys: ['a key of a test'] },
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
      claims: { email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: (use: string) => (use === 'userinfo' || this.isInIdToken ? this.user : { sub: accountId }),
      }),
      loadExistingGrant: async ({ oidc }: { oidc: Record<'client' | 'session', Record<string, string>> }) => {
        const grant = new provider.Grant({
          clientId: oidc.client.clientId,
          accountId: oidc.session.accountId,
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    provider.use(async (context, next) => {
      await next()
      const metadata = context.body as { claims_supported?: string[] } | undefined
      if (metadata?.claims_supported && !this.verifies)
        context.body = { ...metadata, claims_supported: ['sub', 'email'] }
      const tokens = context.body as { id_token?: string }
      if (context.path === '/token' && this.tamper && tokens.id_token)
        context.body = { ...tokens, id_token: this.#signAgain(tokens.id_token, this.tamper) }
    })
    const handle = provider.callback()
    return async (request: IncomingMessage, response: ServerResponse) => {
      if (!request.url?.startsWith('/interaction/')) return handle(request, response)
      const result = { login: { accountId: this.user.sub } }
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    }
  }

  #signAgain(token: string, change: (claims: Claims) => Claims): string {
    const key = this.signsWrongly
      ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
      : this.#key.privateKey
    const [header = '', payload = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
    const signed = `${header}.${Buffer.from(JSON.stringify(change(claims))).toString('base64url')}`
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`
  }
}

/** Opens the callback in a user’s browser. `page` is the target of the redirect, or '' if there is none. */
export async function returnTo(user: TestUser, callback: URL): Promise<Reply & { page: string }> {
  const reply = await user.request('GET', callback.pathname + callback.search)
  return { ...reply, page: reply.headers.get('location') ?? '' }
}

/** Returns a function for `intercept` that answers each request whose path ends with `end`. */
export function answering(
  end: string,
  answer: (response: ServerResponse) => void,
): NonNullable<TestProvider['intercept']> {
  return (request, response) => {
    if (!request.url?.split('?')[0]?.endsWith(end)) return false
    answer(response)
    return true
  }
}
