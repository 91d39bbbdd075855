import type { Finding } from '@grouplight/contract/operator.ts'
import { discoverProvider } from '#features/account/provider/provider-client.ts'
import { ProviderRefusal } from '#features/account/provider/provider-refusal.ts'
import type { Services } from '#services.ts'
import { fine, warning, wrong } from './finding.ts'

export async function* checkProvider({
  config,
  counts,
}: Pick<Services, 'config' | 'counts'>): AsyncGenerator<Finding> {
  const { provider } = config
  if (!provider) return
  const { issuer, trustEmail } = provider
  const read = discoverProvider(provider).then(found => found.serverMetadata())
  const found = await read.catch(error => {
    if (error instanceof ProviderRefusal) return error
    throw error
  })
  if (found instanceof ProviderRefusal) {
    yield wrong('provider', `${issuer} cannot be used: ${found.why}`)
    return
  }
  yield fine('provider', `${issuer} answers`)
  const claims = found.claims_supported as string[] | undefined
  if (trustEmail)
    yield fine('provider', 'OIDC_TRUST_EMAIL is true: every address of the provider counts as verified')
  else if (claims && !claims.includes('email_verified'))
    yield wrong(
      'provider',
      'its metadata does not name the claim email_verified. Without this claim, nobody can sign in for the first time: see OIDC_TRUST_EMAIL',
    )
  if (claims && !claims.includes('auth_time'))
    yield warning(
      'provider',
      'its metadata does not name the claim auth_time. Without this claim, signing in there again confirms nothing',
    )
  // A server counts in memory how many sign-ins were refused because the address was not verified. The count is 0 when a server
  // starts, and without a running server.
  const { unverifiedByProvider } = counts
  if (unverifiedByProvider > 0)
    yield wrong(
      'provider',
      `${unverifiedByProvider} sign-ins were refused, because the provider did not say that the address is verified`,
    )
}
