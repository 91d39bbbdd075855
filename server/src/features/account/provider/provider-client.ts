import { parseEmail } from '@grouplight/contract/account.ts'
import { providerCallbackPath } from '@grouplight/contract/provider.ts'
import type { ClientAuth, Configuration, CustomFetchOptions, IDToken, UserInfoResponse } from 'openid-client'
import { minuteMs } from '#platform/clock.ts'
import type { Config, ProviderSettings } from '#platform/config/config.ts'
import { ipOf } from '#platform/network/addresses.ts'
import { lookUp } from '#platform/network/look-up.ts'
import type { Services } from '#services.ts'
import { ProviderRefusal, toProviderRefusal } from './provider-refusal.ts'
import type { Visit } from './visit-cookie.ts'

export type ProviderUser = {
  issuer: string
  /** The provider's id of the user, which never changes. */
  subject: string
  /** A normalized address. Null if the provider gives no valid address. */
  email: string | null
  /** Undefined if the provider does not say whether it has verified the address. */
  isEmailVerified: boolean | undefined
  /** The claims `name` and `preferred_username`, in this order. They are unchecked and can have any type. */
  names: unknown[]
  /** Whether the user has signed in at the provider during the visit. False if the provider does not give the time of the sign-in. */
  hasJustSignedIn: boolean
}

const timeoutSeconds = 5
const answerMs = 2_000
const maxAnswerBytes = 1024 * 1024
const metadataKeptMs = 10 * minuteMs

/** The returned functions turn errors of the provider and of `openid-client` into a `ProviderRefusal`. */
export function createProviderClient(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  provider: ProviderSettings,
) {
  let known: { configuration: Promise<Configuration>; readAt: Date } | undefined

  // A failed reading of the metadata is not kept, so that the next visit reads the metadata again.
  function configure(): Promise<Configuration> {
    const now = clock.now()
    if (known && now.getTime() - known.readAt.getTime() < metadataKeptMs) return known.configuration
    const configuration = discoverProvider(provider)
    const reading = { configuration, readAt: now }
    known = reading
    configuration.catch(() => {
      if (known === reading) known = undefined
    })
    return configuration
  }

  return {
    async authorizationUrlFor(visit: Visit): Promise<string> {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
      try {
        const isRemembered = known !== undefined
        const configuration = await configure()
        if (isRemembered) await requireAnswer(provider)
        const url = buildAuthorizationUrl(configuration, {
          redirect_uri: callbackUrl(config),
          scope: provider.scopes,
          state: visit.state,
          nonce: visit.nonce,
          code_challenge: await calculatePKCECodeChallenge(visit.verifier),
          code_challenge_method: 'S256',
          ...(visit.purpose === 'confirm' && { prompt: 'login', max_age: '0' }),
        })
        return url.href
      } catch (error) {
        throw toProviderRefusal(error)
      }
    },

    /** `query` begins with '?'. */
    async redeemCallback(visit: Visit, query: string): Promise<ProviderUser> {
      const { authorizationCodeGrant, fetchUserInfo } = await library()
      try {
        const configuration = await configure()
        const secondsAway = Math.ceil((clock.now().getTime() - visit.startedAt) / 1000)
        const tokens = await authorizationCodeGrant(configuration, new URL(callbackUrl(config) + query), {
          expectedState: visit.state,
          expectedNonce: visit.nonce,
          pkceCodeVerifier: visit.verifier,
          ...(visit.purpose === 'confirm' && { maxAge: secondsAway }),
        })
        const idToken = tokens.claims()
        if (!idToken || new URL(idToken.iss).href !== provider.issuer)
          throw new ProviderRefusal('refused', 'another issuer')
        const hasName = idToken.name !== undefined || idToken.preferred_username !== undefined
        const isComplete = hasName && idToken.email !== undefined && idToken.email_verified !== undefined
        const hasEndpoint = configuration.serverMetadata().userinfo_endpoint !== undefined
        const claims =
          isComplete || !hasEndpoint
            ? idToken
            : { ...idToken, ...(await fetchUserInfo(configuration, tokens.access_token, idToken.sub)) }
        return toProviderUser(provider, claims, visit)
      } catch (error) {
        throw toProviderRefusal(error)
      }
    },
  }
}

export type ProviderClient = ReturnType<typeof createProviderClient>

export async function discoverProvider({
  issuer,
  clientId,
  clientSecret,
}: ProviderSettings): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, ...oidc } = await library()
  const authenticate: ClientAuth = (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const way = ways.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
    way(clientSecret)(server, client, body, headers)
  }
  try {
    const configuration = await oidc.discovery(new URL(issuer), clientId, clientSecret, authenticate, {
      // The settings allow http only for a provider on this machine.
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
      timeout: timeoutSeconds,
      [oidc.customFetch]: fetchLimited,
    })
    // The library cannot check signatures with the client's secret (HS256 and others). If the provider makes only such signatures,
    // none is checked. This is safe, because the server gets the ID token directly from the provider.
    const algorithms = configuration.serverMetadata().id_token_signing_alg_values_supported ?? ['RS256']
    if (algorithms.some(algorithm => !algorithm.startsWith('HS')))
      oidc.enableNonRepudiationChecks(configuration)
    return configuration
  } catch (error) {
    throw toProviderRefusal(error)
  }
}

/** Without this request, a provider that is away while its metadata are remembered would leave the browser at a dead address. */
async function requireAnswer({ issuer }: ProviderSettings): Promise<void> {
  const { status, body } = await fetchFound(metadataUrl(issuer), {
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
  })
  await body?.cancel()
  if (status >= 500) throw new ProviderRefusal('unavailable', `the provider answers ${status}`)
}

/** The same address as that of the library. */
function metadataUrl(issuer: string): string {
  if (issuer.includes('/.well-known/')) return issuer
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

/** Reading a body of more than `maxAnswerBytes` fails, so that no response can fill the memory. */
async function fetchLimited(url: string, options: CustomFetchOptions): Promise<Response> {
  const response = await fetchFound(url, options as RequestInit)
  let size = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > maxAnswerBytes) throw new Error('The answer is too large')
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(limit) ?? null, response)
}

/** `fetch` cannot cancel its lookup, which holds one of two threads of Node. So a name that nobody answers is not fetched. */
async function fetchFound(url: string, options: RequestInit): Promise<Response> {
  const target = new URL(url)
  try {
    if (!ipOf(target)) await lookUp(target.hostname, 'sign-in provider')
  } catch (cause) {
    // As `fetch` says that it has found no address.
    throw new TypeError('fetch failed', { cause })
  }
  return fetch(url, options)
}

function callbackUrl({ appUrl }: Pick<Config, 'appUrl'>): string {
  return appUrl + providerCallbackPath
}

function toProviderUser(
  { issuer }: ProviderSettings,
  claims: IDToken & Partial<UserInfoResponse>,
  { startedAt }: Visit,
): ProviderUser {
  const verified: unknown = claims.email_verified
  return {
    issuer,
    subject: claims.sub,
    email: typeof claims.email === 'string' ? parseEmail(claims.email) : null,
    // Some providers send the text 'true' or 'false'.
    isEmailVerified: verified === undefined ? undefined : verified === true || verified === 'true',
    names: [claims.name, claims.preferred_username],
    // `auth_time` is in whole seconds, so the sign-in may have been almost a second later.
    hasJustSignedIn: typeof claims.auth_time === 'number' && (claims.auth_time + 1) * 1000 > startedAt,
  }
}

// The library is loaded when it is first needed, because few sites have a provider.
function library(): Promise<typeof import('openid-client')> {
  return import('openid-client')
}
