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
 * Creates the account of a sign-up with its emailed link. Anybody may have signed up with the address. The link alone is enough
 * when the address has one sign-up, or in the browser of the sign-up unless others with other passwords were made there.
 * Otherwise the password decides. `browser` is the token of the request's browser. Refuses 'password-needed', 'wrong-password',
 * 'invalid-action-code', 'expired-action-code', 'user-disabled', 'too-many-requests', 'unavailable'.
 */
export async function verifyEmail(services: Services, input: Input & { ip: string }): Promise<void> {
  const userId = await limitCodeGuesses(services, input.ip, () => redeemVerification(services, input))
  // The link was right, so this is not counted as a wrong guess.
  if (userId === null)
    throw new Problem(
      'password-needed',
      'Several sign-ups are waiting for this address. Please enter the password that you chose.',
    )
  services.log.info({ person: userId }, 'an address was verified')
}

/** The id of the new account; null when a password is needed. */
async function redeemVerification(services: Services, input: Input): Promise<string | null> {
  const { clock, database, secret } = services
  const passwordHash = await hashOf(services, input)
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

/** Hashes before the transaction, which would block others meanwhile. */
async function hashOf(services: Services, { code, password }: Input): Promise<string | null> {
  // An older server may have mailed it, or have another sign-up of the address.
  await moveUnverifiedAccounts(services.database)
  const link = await findSignUpByCode(services.database, services, 'verify-email', code)
  if (password === undefined || !link) return null
  return hashSignUpPassword(services, { email: link.signUp.email, password })
}

/** The link's own sign-up comes first, then the newest. */
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
