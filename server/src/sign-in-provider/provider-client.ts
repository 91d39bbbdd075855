import { parseEmail } from '@grouplight/contract/account.ts'
import { providerCallbackPath } from '@grouplight/contract/provider.ts'
import type { ClientAuth, Configuration, CustomFetchOptions, IDToken, UserInfoResponse } from 'openid-client'
import { minuteMs } from '#clock.ts'
import type { Config, ProviderSettings } from '#config.ts'
import type { Services } from '#services.ts'
import { ProviderRefusal, toProviderRefusal } from './provider-refusal.ts'
import type { Visit } from './visit-cookie.ts'

/** What the provider says about a user. `subject` is the provider's id of the user, which never changes. */
export type ProviderUser = {
  issuer: string
  subject: string
  /** A normalized address. Null if the provider has given no valid address. */
  email: string | null
  /** Undefined if the provider does not say whether it has verified the address. */
  isEmailVerified: boolean | undefined
  /** Possible display names: unchecked values of any type, the preferred one first. */
  names: unknown[]
  /** Whether the user has signed in at the provider during the visit. False if the provider does not give the time of the sign-in. */
  hasJustSignedIn: boolean
}

const timeoutSeconds = 5
const maxAnswerBytes = 1024 * 1024
const metadataKeptMs = 10 * minuteMs

/** Returns two functions for visits, one for the start and one for the callback. They throw only `ProviderRefusal`. */
export function createProviderClient(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  provider: ProviderSettings,
) {
  let known: { configuration: Promise<Configuration>; readAt: Date } | undefined

  // The metadata is read again after `metadataKeptMs`. If reading it fails, the visit fails.
  function configure(): Promise<Configuration> {
    const now = clock.now()
    if (known && now.getTime() - known.readAt.getTime() < metadataKeptMs) return known.configuration
    const configuration = discover(provider)
    const reading = { configuration, readAt: now }
    known = reading
    configuration.catch(() => {
      if (known === reading) known = undefined
    })
    return configuration
  }

  return {
    /** Returns the address at the provider to which the browser must go. */
    async addressFor(visit: Visit): Promise<string> {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
      try {
        const url = buildAuthorizationUrl(await configure(), {
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

    /** Redeems the code in the query of the callback, and returns the user. `query` begins with '?'. */
    async userOf(visit: Visit, query: string): Promise<ProviderUser> {
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
        const claims = tokens.claims()
        if (!claims || new URL(claims.iss).href !== provider.issuer)
          throw new ProviderRefusal('refused', 'another issuer')
        const hasName = claims.name !== undefined || claims.preferred_username !== undefined
        const isComplete = hasName && claims.email !== undefined && claims.email_verified !== undefined
        const hasEndpoint = configuration.serverMetadata().userinfo_endpoint !== undefined
        const said =
          isComplete || !hasEndpoint
            ? claims
            : { ...claims, ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)) }
        return toProviderUser(provider, said, visit)
      } catch (error) {
        throw toProviderRefusal(error)
      }
    },
  }
}

export type ProviderClient = ReturnType<typeof createProviderClient>

/** Reads the metadata of the provider and returns the configuration that the library needs for requests to it. */
export async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
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
    // The library can check only signatures with a key of the provider. If the provider signs ID tokens only with the client's
    // secret (HS256 and others), no signature is checked. This is safe, because the token comes directly from the provider.
    const algorithms = configuration.serverMetadata().id_token_signing_alg_values_supported ?? ['RS256']
    if (algorithms.some(algorithm => !algorithm.startsWith('HS')))
      oidc.enableNonRepudiationChecks(configuration)
    return configuration
  } catch (error) {
    throw toProviderRefusal(error)
  }
}

/** Like `fetch`, but reading a body of more than `maxAnswerBytes` fails, so that no answer can fill the memory. */
async function fetchLimited(url: string, options: CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit)
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

export function callbackUrl({ appUrl }: Pick<Config, 'appUrl'>): string {
  return appUrl + providerCallbackPath
}

function toProviderUser(
  { issuer }: ProviderSettings,
  said: IDToken & Partial<UserInfoResponse>,
  { startedAt }: Visit,
): ProviderUser {
  const verified: unknown = said.email_verified
  return {
    issuer,
    subject: said.sub,
    email: typeof said.email === 'string' ? parseEmail(said.email) : null,
    // Some providers send the text 'true' or 'false'.
    isEmailVerified: verified === undefined ? undefined : verified === true || verified === 'true',
    names: [said.name, said.preferred_username],
    // `auth_time` is in seconds, rounded down: the sign-in may have been almost a second later.
    hasJustSignedIn: typeof said.auth_time === 'number' && (said.auth_time + 1) * 1000 > startedAt,
  }
}

/** The library is loaded when it is first needed, because few sites have a provider. */
function library(): Promise<typeof import('openid-client')> {
  return import('openid-client')
}
