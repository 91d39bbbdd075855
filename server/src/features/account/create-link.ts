import { commit } from '#platform/database/commit.ts'
import { queueEmail } from '#platform/mail/queue-email.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { codeLifeMs, createResetCode } from './action-codes.ts'
import { passwordResetLink, verificationLink } from './emails.ts'
import type { FoundAddress } from './find-account.ts'
import { signUpObstacle } from './registration.ts'
import { operatorLinkEmail } from './security-emails.ts'
import { createSignUpCode, createSignUpResetCode } from './sign-up-codes.ts'

export const linkPurposes = ['verify', 'reset'] as const
type LinkPurpose = (typeof linkPurposes)[number]

const codePurposes = { verify: 'verify-email', reset: 'reset-password' } as const

/** Also informs the owner of an account by email, because whoever has a reset link can take over the account. */
export async function createLink(
  services: Services,
  { purpose, address }: { purpose: LinkPurpose; address: FoundAddress },
): Promise<{ url: string; lifeMs: number }> {
  const { config } = services
  const code = await createCode(services, purpose, address)
  const url = purpose === 'verify' ? verificationLink(config, code) : passwordResetLink(config, code)
  return { url, lifeMs: codeLifeMs[codePurposes[purpose]] }
}

async function createCode(services: Services, purpose: LinkPurpose, address: FoundAddress): Promise<string> {
  const { email, account } = address
  const { provider } = services.config
  if (provider?.only)
    throw new Problem('password-sign-in-off', {
      message: `No link would work: users sign in with ${provider.name} only.`,
    })
  if (account?.disabledAt)
    throw new Problem('user-disabled', { message: `${email} is disabled: no link would let them in.` })
  if (purpose === 'verify' && account)
    throw new Problem('invalid-input', { message: `${email} is verified already.` })
  return commit(services, async transaction => {
    if (account) {
      await queueEmail(transaction, operatorLinkEmail(services.site, account), services.clock.now())
      return createResetCode(transaction, services, account.uid)
    }
    // If the address may not sign up, the link would be refused, because it does not show that the operator created it.
    const obstacle = await signUpObstacle(transaction, services, email)
    if (obstacle)
      throw new Problem(obstacle.code, {
        message: `${email} may not sign up here: use “users verify” or “users add”.`,
      })
    const newest = address.signUps.at(-1) ?? address.signUps[0]
    return purpose === 'verify'
      ? createSignUpCode(transaction, services, 'verify-email', newest.id)
      : createSignUpResetCode(transaction, services, newest)
  })
}
