import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { codeLifeMs, issueCode } from './action-codes.ts'
import { passwordResetLink, verificationLink } from './emails.ts'
import type { FoundAddress } from './find-account.ts'
import { issueFirstReset, issueSignUpCode } from './sign-up-codes.ts'

export const linkPurposes = ['verify', 'reset'] as const
type LinkPurpose = (typeof linkPurposes)[number]

const issuedFor = { verify: 'verify-email', reset: 'reset-password' } as const

/**
 * A fresh link as an email would carry it, for the operator to hand over; the older ones for the same purpose end.
 * Refuses 'user-disabled', and 'invalid-input' to verify an address that is verified.
 */
export async function createLink(
  services: Services,
  { purpose, address }: { purpose: LinkPurpose; address: FoundAddress },
): Promise<{ url: string; lifeMs: number }> {
  const { config } = services
  const code = await issueFor(services, purpose, address)
  const url = purpose === 'verify' ? verificationLink(config, code) : passwordResetLink(config, code)
  return { url, lifeMs: codeLifeMs[issuedFor[purpose]] }
}

async function issueFor(services: Services, purpose: LinkPurpose, address: FoundAddress): Promise<string> {
  const { database } = services
  const { email, account } = address
  if (account?.disabledAt)
    throw new Problem('user-disabled', `${email} is disabled: no link would let them in.`)
  if (purpose === 'verify' && account?.emailVerifiedAt)
    throw new Problem('invalid-input', `${email} is verified already.`)
  return database.transaction(async transaction => {
    if (account) return issueCode(transaction, services, issuedFor[purpose], account.uid)
    const newest = address.waiting.at(-1) ?? address.waiting[0]
    return purpose === 'verify'
      ? issueSignUpCode(transaction, services, 'verify-email', newest.id)
      : issueFirstReset(transaction, services, newest)
  })
}
