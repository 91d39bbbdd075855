import type { Language } from '@grouplight/locales/src/languages.ts'
import { commit } from '#platform/database/commit.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken } from '#platform/tokens.ts'
import type { Services } from '#services.ts'
import { limitCodeGuesses } from './action-codes.ts'
import { requirePasswordSignIn, signUpObstacle } from './registration.ts'
import { findSignUpByCode, type SignUpWithCode } from './sign-up-codes.ts'
import { hashSignUpPassword, signUpHasPassword } from './sign-up-passwords.ts'
import {
  createAccount,
  findAccountByEmail,
  isPendingSignUp,
  listSignUps,
  type PendingSignUp,
} from './sign-ups.ts'

type Input = {
  code: string
  password?: string | undefined
  browser: string | null
  language: Language
}

/** The invitation that the user sees until it is answered. */
type Verified = { email: string; invitation: { code: string; isWanted: boolean } | null }

/** Strangers may also have signed up with the address. Then the password or the sign-up cookie must show which sign-up is the user's. */
export async function verifyEmail(services: Services, input: Input & { ip: string }): Promise<Verified> {
  requirePasswordSignIn(services.config)
  const verified = await limitCodeGuesses(services, input.ip, () => redeemVerification(services, input))
  // This is thrown outside `limitCodeGuesses`, because a right code must not count as a wrong guess.
  if (verified === null) throw new Problem('password-needed')
  const { userId, ...answer } = verified
  services.log.info({ userId }, 'an address was verified')
  return answer
}

async function redeemVerification(
  services: Services,
  input: Input,
): Promise<(Verified & { userId: string }) | null> {
  const { clock, secret, accountListener } = services
  const passwordHash = await hashPasswordOf(services, input)
  const browserHash = input.browser === null ? null : hashToken(secret, input.browser)
  return commit(services, async transaction => {
    const link = await findSignUpByCode(transaction, services, 'verify-email', input.code)
    if (!link) throw invalid()
    if (link.expiresAt <= clock.now()) throw new Problem('expired-action-code.verification')
    const { email } = link.signUp
    const account = await findAccountByEmail(transaction, email)
    if (account?.disabledAt) throw new Problem('user-disabled.verification')
    if (account) throw invalid()
    const pending = (await listSignUps(transaction, email)).filter(isPendingSignUp)
    // A concurrent request may have used the sign-up since the account was looked up.
    if (!pending.some(({ id }) => id === link.signUp.id)) throw invalid()
    const chosen = chooseSignUp(pending, link, { passwordHash, browserHash })
    if (!chosen) return null
    // Strangers do not have the code, so the refusal may state the reason.
    const obstacle = await signUpObstacle(transaction, services, email)
    if (obstacle) throw obstacle
    const userId = await createAccount(transaction, services, {
      ...chosen,
      signUpId: chosen.id,
      language: input.language,
    })
    if (userId === null) throw invalid()
    const newest = await accountListener.newestInvitation(transaction, email)
    const isOwn = passwordHash !== null || (browserHash !== null && chosen.browserHash.equals(browserHash))
    const isByLink = chosen.inviteLinkId !== null && newest?.inviteLinkId === chosen.inviteLinkId
    const invitation = newest && { code: newest.code, isWanted: isOwn && isByLink }
    return { userId, email, invitation }
  })
}

// The hash is computed before the transaction, because a long transaction would delay other requests.
async function hashPasswordOf(services: Services, { code, password }: Input): Promise<string | null> {
  const link = await findSignUpByCode(services.database, services, 'verify-email', code)
  if (password === undefined || !link) return null
  return hashSignUpPassword(services, { email: link.signUp.email, password })
}

/** Prefers the sign-up of the link. Returns undefined if a password is needed. Throws 'wrong-password' if no sign-up has the password. */
function chooseSignUp(
  pending: PendingSignUp[],
  link: SignUpWithCode,
  { passwordHash, browserHash }: { passwordHash: string | null; browserHash: Buffer | null },
): PendingSignUp | undefined {
  const isOfLink = ({ id }: PendingSignUp) => id === link.signUp.id
  const inOrder = [...pending.filter(isOfLink), ...pending.filter(signUp => !isOfLink(signUp)).reverse()]
  if (passwordHash !== null) {
    const chosen = inOrder.find(signUp => signUpHasPassword(signUp, passwordHash))
    if (!chosen) throw new Problem('wrong-password', { field: 'password' })
    return chosen
  }
  const [ofBrowser, ...others] = inOrder.filter(
    signUp => browserHash && signUp.browserHash.equals(browserHash),
  )
  // Users may share a browser. If its sign-ups have different passwords, the cookie does not show which sign-up is the user's.
  if (ofBrowser && others.every(signUp => signUpHasPassword(signUp, ofBrowser.passwordHash))) return ofBrowser
  return pending.length === 1 ? pending[0] : undefined
}

function invalid(): Problem {
  return new Problem('invalid-action-code.verification')
}
