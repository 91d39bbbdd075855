import type { Config } from '#platform/config/config.ts'
import { listDomains } from '#platform/config/email-domains.ts'
import type { Transaction } from '#platform/database/database.ts'
import { Problem } from '#platform/problem.ts'
import type { Site } from '#platform/site/site.ts'
import type { Services } from '#services.ts'

export function requirePasswordSignIn({ provider }: Pick<Config, 'provider'>): void {
  if (provider?.only) throw new Problem('password-sign-in-off')
}

type Registration = Pick<Site, 'registration' | 'allowedEmailDomains'>

export function requireOpenSignUp({ registration }: Pick<Registration, 'registration'>): void {
  if (registration === 'closed') throw new Problem('sign-up-closed')
}

export function isAllowedAddress(
  { allowedEmailDomains }: Pick<Registration, 'allowedEmailDomains'>,
  email: string,
): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return (
    allowedEmailDomains.length === 0 ||
    allowedEmailDomains.some(allowed =>
      allowed.startsWith('*.') ? domain.endsWith(allowed.slice(1)) : domain === allowed,
    )
  )
}

export function domainNotAllowed({
  allowedEmailDomains,
}: Pick<Registration, 'allowedEmailDomains'>): Problem {
  return new Problem('domain-not-allowed.domains', {
    params: { domains: listDomains(allowedEmailDomains) },
  })
}

/**
 * Returns why sign-ups of the address may not create an account, or null if they may. Only the owner of the address and the operator
 * may see the reason.
 */
export async function signUpObstacle(
  transaction: Transaction,
  { site, accountListener }: Services,
  email: string,
): Promise<Problem | null> {
  const { registration } = site
  const isInvited = registration !== 'invited' || (await accountListener.isInvited(transaction, email))
  if (registration === 'closed') return new Problem('sign-up-closed')
  if (!isAllowedAddress(site, email)) return domainNotAllowed(site)
  return isInvited ? null : new Problem('sign-up-closed.invited')
}
