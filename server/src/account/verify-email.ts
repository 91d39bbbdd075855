import type { Transaction } from '#database/database.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { invalidCodeReason, limitCodeGuesses } from './action-codes.ts'
import { moveUnverifiedAccounts } from './move-unverified-accounts.ts'
import { findSignUpByCode, recordUsedCode, type SignUpWithCode } from './sign-up-codes.ts'
import { hashSignUpPassword, signUpHasPassword } from './sign-up-passwords.ts'
import {
  createAccount,
  findAccountByEmail,
  isPendingSignUp,
  listSignUps,
  type PendingSignUp,
} from './sign-ups.ts'
import { hashToken } from './tokens.ts'

type Input = { code: string; password?: string | undefined; browser: string | null }

/**
 * Creates the account of a sign-up with the code of its emailed link. Anybody may have signed up with the address. So the password
 * selects the sign-up if the address has several. No password is needed in the browser of the sign-up, unless sign-ups with other
 * passwords were made in the same browser. `browser` is the token of the sign-up cookie. Refuses 'password-needed',
 * 'wrong-password', 'invalid-action-code', 'expired-action-code', 'user-disabled', 'too-many-requests' and 'unavailable'.
 */
export async function verifyEmail(services: Services, input: Input & { ip: string }): Promise<void> {
  const userId = await limitCodeGuesses(services, input.ip, () => redeemVerification(services, input))
  // Thrown here because the code was right, so that the attempt does not count as a wrong guess.
  if (userId === null)
    throw new Problem(
      'password-needed',
      'Several sign-ups are waiting for this address. Please enter the password that you chose.',
    )
  services.log.info({ person: userId }, 'an address was verified')
}

/** Returns the user id of the new account. Returns null if a password is needed. */
async function redeemVerification(services: Services, input: Input): Promise<string | null> {
  const { clock, database, secret } = services
  const passwordHash = await hashPasswordOf(services, input)
  const browserHash = input.browser === null ? null : hashToken(secret, input.browser)
  return database.transaction(async transaction => {
    const link = await findSignUpByCode(transaction, services, 'verify-email', input.code)
    if (!link) throw await refusal(transaction, services, input.code)
    if (link.expiresAt <= clock.now()) throw expired()
    const { email } = link.signUp
    const account = await findAccountByEmail(transaction, email)
    if (account?.disabledAt) throw new Problem('user-disabled', 'This user account has been disabled.')
    if (account) throw invalid()
    const pending = (await listSignUps(transaction, email)).filter(isPendingSignUp)
    const proven = chooseSignUp(pending, link, { passwordHash, browserHash })
    if (!proven) return null
    const userId = await createAccount(transaction, services, { ...proven, signUpId: proven.id })
    if (userId === null) throw invalid()
    await recordUsedCode(transaction, services, { ...link, userId, purpose: 'verify-email' })
    return userId
  })
}

/** Hashing runs before the transaction, because the transaction would delay other requests for that time. */
async function hashPasswordOf(services: Services, { code, password }: Input): Promise<string | null> {
  // The code or another sign-up of the address may come from an older server, which stores sign-ups as unverified accounts.
  await moveUnverifiedAccounts(services.database)
  const link = await findSignUpByCode(services.database, services, 'verify-email', code)
  if (password === undefined || !link) return null
  return hashSignUpPassword(services, { email: link.signUp.email, password })
}

/**
 * Returns the sign-up that becomes the account. The sign-up of the link takes precedence, then the newest. Returns undefined if a
 * password is needed.
 */
function chooseSignUp(
  pending: PendingSignUp[],
  link: SignUpWithCode,
  { passwordHash, browserHash }: { passwordHash: string | null; browserHash: Buffer | null },
): PendingSignUp | undefined {
  const isLinks = ({ id }: PendingSignUp) => id === link.signUp.id
  const inOrder = [...pending.filter(isLinks), ...pending.filter(signUp => !isLinks(signUp)).reverse()]
  if (passwordHash !== null) {
    const proven = inOrder.find(signUp => signUpHasPassword(signUp, passwordHash))
    if (!proven)
      throw new Problem('wrong-password', 'Incorrect password. Please try again.', { field: 'password' })
    return proven
  }
  const [ofBrowser, ...others] = inOrder.filter(
    signUp => browserHash && signUp.browserHash?.equals(browserHash),
  )
  // Several people may share a browser.
  if (ofBrowser && others.every(signUp => signUpHasPassword(signUp, ofBrowser.passwordHash))) return ofBrowser
  return pending.length === 1 ? pending[0] : undefined
}

async function refusal(transaction: Transaction, services: Services, code: string): Promise<Problem> {
  const reason = await invalidCodeReason(transaction, services, 'verify-email', code)
  return reason === 'expired' ? expired() : invalid()
}

function expired(): Problem {
  return new Problem('expired-action-code', 'The verification link has expired.')
}

function invalid(): Problem {
  return new Problem('invalid-action-code', 'The verification link is invalid or has already been used.')
}
