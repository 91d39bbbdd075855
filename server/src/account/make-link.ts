import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { codeLifeMs, issueCode } from './action-codes.ts'
import type { FoundAccount } from './find-account.ts'
import { passwordResetLink, verificationLink } from './letters.ts'

export const linkPurposes = ['verify', 'reset'] as const

/**
 * A fresh link as a letter would carry it, for the operator to hand over; the older ones for the same purpose end.
 * Refuses 'user-disabled', and 'invalid-input' to verify an address that is verified.
 */
export async function makeLink(
  services: Services,
  input: { purpose: (typeof linkPurposes)[number]; account: FoundAccount },
): Promise<{ url: string; lifeMs: number }> {
  const { database, config } = services
  const { purpose, account } = input
  if (account.disabledAt)
    throw new Problem('user-disabled', `${account.email} is disabled: no link would let them in.`)
  if (purpose === 'verify' && account.emailVerifiedAt)
    throw new Problem('invalid-input', `${account.email} is verified already.`)
  const issuedFor = purpose === 'verify' ? 'verify-email' : 'reset-password'
  const code = await database.transaction(transaction =>
    issueCode(transaction, services, issuedFor, account.id),
  )
  const url = purpose === 'verify' ? verificationLink(config, code) : passwordResetLink(config, code)
  return { url, lifeMs: codeLifeMs[issuedFor] }
}
