import { parseEmail } from '@grouplight/contract/account.ts'
import type { Language } from '@grouplight/locales/src/languages.ts'
import { eq } from 'drizzle-orm'
import { hourMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { keys, users } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import { queueEmail } from '#platform/mail/queue-email.ts'
import { Problem } from '#platform/problem.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { createResetCode, endResetCodes, limitCodeGuesses, redeemResetCode } from './action-codes.ts'
import { passwordResetEmail } from './emails.ts'
import { resetFailedSignIns } from './failed-sign-ins.ts'
import { hashPassword } from './passwords.ts'
import { requirePasswordSignIn, signUpObstacle } from './registration.ts'
import { passwordChangedEmail } from './security-emails.ts'
import { endAllSessions } from './sign-out.ts'
import { createSignUpResetCode, findSignUpByCode, recordUsedResetCode } from './sign-up-codes.ts'
import { createAccount, findAccountByEmail, listSignUps, newestInviteLinkOf } from './sign-ups.ts'

/**
 * Sends a link if the address has an enabled account, or a sign-up that may create one. The response does not reveal whether a link was
 * sent.
 */
export async function requestPasswordReset(
  services: Services,
  input: { email: string; ip: string; language: Language },
): Promise<void> {
  const { config, site, clock } = services
  requirePasswordSignIn(config)
  const email = parseEmail(input.email)
  if (email === null) throw new Problem('invalid-email.password-reset')
  for (const limit of [
    { key: `reset from:${input.ip}`, most: config.limits.passwordResetsPerIp, windowMs: hourMs },
    { key: `reset:${email}`, most: config.limits.passwordResetsPerAddress, windowMs: hourMs },
  ])
    await consumeOrRefuse(services, limit, 'too-many-requests.password-resets')
  await commit(services, async transaction => {
    const account = await findAccountByEmail(transaction, email)
    if (account?.disabledAt) return
    const newest = (await listSignUps(transaction, email)).at(-1)
    const obstacle = await signUpObstacle(transaction, services, email)
    const token = account
      ? await createResetCode(transaction, services, account.uid)
      : newest && !obstacle && (await createSignUpResetCode(transaction, services, newest))
    if (token) {
      const to = account ?? { email, language: input.language }
      await queueEmail(transaction, passwordResetEmail(site, to, token), clock.now())
    }
  })
}

type ResetInput = { token: string; newPassword: string; ip: string; language: Language }

/**
 * Sets the password, ends all sessions and deletes all keys of the user. If the address has only a sign-up, creates the account first:
 * the token proves that the user owns the address.
 */
export async function resetPassword(services: Services, input: ResetInput): Promise<{ email: string }> {
  requirePasswordSignIn(services.config)
  return limitCodeGuesses(services, input.ip, () => redeemReset(services, input))
}

async function redeemReset(services: Services, input: ResetInput): Promise<{ email: string }> {
  const { site, clock, log } = services
  const passwordHash = await hashPassword(input.newPassword)
  const { userId, email } = await commit(services, async transaction => {
    const made = await createAccountByReset(transaction, services, { ...input, passwordHash })
    const redeemed = made ?? (await redeemResetCode(transaction, services, input.token))
    if ('refusal' in redeemed) throw refusals[redeemed.refusal]()
    const { userId } = redeemed
    const now = clock.now()
    const [account] = await transaction
      .update(users)
      .set({ passwordHash })
      .where(eq(users.uid, userId))
      .returning({ email: users.email, language: users.language })
    if (!account) throw refusals.unknown()
    await endResetCodes(transaction, { clock, userId })
    await resetFailedSignIns(transaction, { email: account.email, ip: input.ip })
    await queueEmail(transaction, passwordChangedEmail(site, account), now)
    await endAllSessions(transaction, services, userId)
    await transaction.delete(keys).where(eq(keys.userId, userId))
    return { userId, email: account.email }
  })
  log.info({ userId }, 'a password was reset')
  return { email }
}

/** Returns null if the token does not belong to a sign-up, or if the address already has an account. */
async function createAccountByReset(
  transaction: UnitOfWork,
  services: Services,
  { token, language, passwordHash }: ResetInput & { passwordHash: string },
): Promise<{ userId: string } | null> {
  const link = await findSignUpByCode(transaction, services, 'reset-password', token)
  if (!link) return null
  if (link.expiresAt <= services.clock.now()) throw refusals.expired()
  const { email } = link.signUp
  const signUps = await listSignUps(transaction, email)
  const newest = signUps.at(-1) ?? link.signUp
  const inviteLinkId = newestInviteLinkOf(signUps)
  // This comes first, because the new account may get an invitation, with which it could sign up.
  const obstacle = await signUpObstacle(transaction, services, email)
  const account = { email, displayName: newest.displayName, language, passwordHash, inviteLinkId }
  const userId = await createAccount(transaction, services, account)
  if (userId === null) return null
  if (obstacle) throw obstacle
  await recordUsedResetCode(transaction, services, { ...link, userId })
  return { userId }
}

const refusals = {
  unknown: () => refusal('NOT_FOUND'),
  expired: () => refusal('DEADLINE_EXCEEDED'),
  used: () => refusal('ALREADY_EXISTS'),
}

function refusal(callableStatus: 'NOT_FOUND' | 'DEADLINE_EXCEEDED' | 'ALREADY_EXISTS'): Problem {
  return new Problem(`invalid-action-code.${callableStatus}`, { callableStatus })
}
