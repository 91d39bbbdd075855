import type { Transaction } from '#database/database.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { countingGuesses, whyRefused } from './action-codes.ts'
import { moveUnverifiedAccounts } from './move-unverified-accounts.ts'
import { findByCode, keepUsedCode, type LinkedSignUp } from './sign-up-codes.ts'
import { hashForSignUps, hasPassword } from './sign-up-passwords.ts'
import { accountWith, isWaiting, makeAccount, signUpsOf, type WaitingSignUp } from './sign-ups.ts'
import { hashToken } from './tokens.ts'

type Input = { code: string; password?: string | undefined; browser: string | null }

/**
 * Makes an account of a sign-up by its mailed link. Anybody may have signed up with the address, so the link alone is enough
 * only in the browser of the sign-up, unless others with other passwords were made there, or when the address has no other; else the password decides. `browser` is the token that
 * the request shows. Refuses 'password-needed', 'wrong-password', 'invalid-action-code', 'expired-action-code', 'user-disabled',
 * 'too-many-requests', 'unavailable'.
 */
export async function verifyEmail(services: Services, input: Input & { ip: string }): Promise<void> {
  const userId = await countingGuesses(services, input.ip, () => redeemVerification(services, input))
  // The link was right: that it needs a password is no guess.
  if (userId === null)
    throw new Problem(
      'password-needed',
      'Several sign-ups are waiting for this address. Please enter the password that you chose.',
    )
  services.log.info({ person: userId }, 'an address was verified')
}

/** The id of the account it made; null when it needs a password. */
async function redeemVerification(services: Services, input: Input): Promise<string | null> {
  const { clock, database, secret } = services
  const passwordHash = await hashOf(services, input)
  const browserHash = input.browser === null ? null : hashToken(secret, input.browser)
  return database.transaction(async transaction => {
    const link = await findByCode(transaction, services, 'verify-email', input.code)
    if (!link) throw await refusal(transaction, services, input.code)
    if (link.expiresAt <= clock.now()) throw expired()
    const { email } = link.signUp
    const account = await accountWith(transaction, email)
    if (account?.disabledAt) throw new Problem('user-disabled', 'This user account has been disabled.')
    if (account) throw invalid()
    const waiting = (await signUpsOf(transaction, email)).filter(isWaiting)
    const proven = chooseSignUp(waiting, link, { passwordHash, browserHash })
    if (!proven) return null
    const userId = await makeAccount(transaction, services, { ...proven, signUpId: proven.id })
    if (userId === null) throw invalid()
    await keepUsedCode(transaction, services, { ...link, userId, purpose: 'verify-email' })
    return userId
  })
}

/** Hashed before the transaction, which would keep others waiting meanwhile. */
async function hashOf(services: Services, { code, password }: Input): Promise<string | null> {
  // An older server may have mailed it, or have another sign-up of the address.
  await moveUnverifiedAccounts(services.database)
  const link = await findByCode(services.database, services, 'verify-email', code)
  if (password === undefined || !link) return null
  return hashForSignUps(services, { email: link.signUp.email, password })
}

/** The link's own sign-up counts before the others, newer ones before older ones. */
function chooseSignUp(
  waiting: WaitingSignUp[],
  link: LinkedSignUp,
  { passwordHash, browserHash }: { passwordHash: string | null; browserHash: Buffer | null },
): WaitingSignUp | undefined {
  const isLinks = ({ id }: WaitingSignUp) => id === link.signUp.id
  const inOrder = [...waiting.filter(isLinks), ...waiting.filter(signUp => !isLinks(signUp)).reverse()]
  if (passwordHash !== null) {
    const proven = inOrder.find(signUp => hasPassword(signUp, passwordHash))
    if (!proven)
      throw new Problem('wrong-password', 'Incorrect password. Please try again.', { field: 'password' })
    return proven
  }
  const [ofBrowser, ...others] = inOrder.filter(
    signUp => browserHash && signUp.browserHash?.equals(browserHash),
  )
  // Several people may share a browser.
  if (ofBrowser && others.every(signUp => hasPassword(signUp, ofBrowser.passwordHash))) return ofBrowser
  return waiting.length === 1 ? waiting[0] : undefined
}

async function refusal(transaction: Transaction, services: Services, code: string): Promise<Problem> {
  const reason = await whyRefused(transaction, services, 'verify-email', code)
  return reason === 'expired' ? expired() : invalid()
}

function expired(): Problem {
  return new Problem('expired-action-code', 'The verification link has expired.')
}

function invalid(): Problem {
  return new Problem('invalid-action-code', 'The verification link is invalid or has already been used.')
}
