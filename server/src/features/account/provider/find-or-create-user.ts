import { displayName } from '@grouplight/contract/account.ts'
import { isAllowedAddress } from '#features/account/registration.ts'
import {
  createAccount,
  findAccountByEmail,
  listSignUps,
  lockSignUps,
  newestInviteLinkOf,
} from '#features/account/sign-ups.ts'
import type { ProviderSettings } from '#platform/config/config.ts'
import { lockInTransaction } from '#platform/database/advisory-locks.ts'
import { commit } from '#platform/database/commit.ts'
import type { Recipient } from '#platform/mail/email-texts.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { findLinkedAccount, linkIdentity } from './identities.ts'
import type { ProviderUser } from './provider-client.ts'
import { ProviderRefusal } from './provider-refusal.ts'

/**
 * Returns the account that is linked with the identity. If no account is linked, links the verified account that has the user's
 * address. If no verified account has this address, creates and links an account. Links only if the provider has verified the
 * address or OIDC_TRUST_EMAIL is true. Throws a ProviderRefusal if the user may not sign in.
 */
export async function findOrCreateUser(
  services: Services,
  provider: ProviderSettings,
  providerUser: ProviderUser,
): Promise<{ uid: string; email: string }> {
  const { isLinkedNow, ...user } = await commit(services, async transaction => {
    // Concurrent first sign-ins with one identity must not create two accounts.
    await lockInTransaction(transaction, `identity ${providerUser.issuer} ${providerUser.subject}`)
    const linked = await findLinkedAccount(transaction, providerUser)
    if (linked?.disabledAt) throw disabled()
    if (linked) return { uid: linked.uid, email: linked.email, isLinkedNow: false }
    const email = verifiedEmail(provider, providerUser)
    await lockSignUps(transaction, email)
    const { uid, emailTo } = await accountOf(transaction, services, provider, { ...providerUser, email })
    await linkIdentity(transaction, services, { ...providerUser, userId: uid, emailTo })
    return { uid, email, isLinkedNow: true }
  })
  if (isLinkedNow) services.log.info({ userId: user.uid }, 'linked with the provider')
  return user
}

function verifiedEmail({ trustEmail }: ProviderSettings, { email, isEmailVerified }: ProviderUser): string {
  if (email === null) throw new ProviderRefusal('refused', 'the provider gives no valid address')
  if (isEmailVerified || trustEmail) return email
  const why =
    isEmailVerified === undefined
      ? 'the provider does not say whether it has verified the address: see OIDC_TRUST_EMAIL'
      : 'the provider has not verified the address'
  throw new ProviderRefusal('not-verified', why, email)
}

async function accountOf(
  transaction: UnitOfWork,
  services: Services,
  provider: ProviderSettings,
  { email, names }: { email: string; names: unknown[] },
): Promise<{ uid: string; emailTo: Recipient | null }> {
  const account = await findAccountByEmail(transaction, email)
  if (account?.disabledAt) throw disabled()
  if (account) return { uid: account.uid, emailTo: account }
  if (!provider.signUp) throw new ProviderRefusal('sign-up-off', 'OIDC_SIGN_UP is false')
  if (!isAllowedAddress(services.site, email))
    throw new ProviderRefusal('sign-up-off', 'ALLOWED_EMAIL_DOMAINS does not allow the address')
  // Strangers may have signed up with this address. The account takes over only an invitation, which the user can decline.
  const inviteLinkId = newestInviteLinkOf(await listSignUps(transaction, email))
  const created = { email, displayName: nameOf(names), passwordHash: null, inviteLinkId }
  const uid = await createAccount(transaction, services, created)
  if (uid === null) throw new ProviderRefusal('refused', 'another sign-up has just created the account')
  return { uid, emailTo: null }
}

function nameOf(names: unknown[]): string {
  for (const name of names) {
    const { data } = displayName.safeParse(name)
    if (data !== undefined) return data
  }
  return 'User'
}

function disabled(): ProviderRefusal {
  return new ProviderRefusal('user-disabled', 'the account is disabled')
}
