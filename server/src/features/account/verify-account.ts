import { commit } from '#platform/database/commit.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import type { FoundAddress } from './find-account.ts'
import { createAccount } from './sign-ups.ts'

/** Returns false if the address was already verified. Throws 'invalid-input' if the address has several sign-ups. */
export async function verifyAccount(services: Services, address: FoundAddress): Promise<boolean> {
  if (address.account) return false
  const [signUp, ...others] = address.signUps
  if (others.length > 0) throw new Problem('invalid-input.several-sign-ups')
  const userId = await commit(services, transaction =>
    createAccount(transaction, services, { ...signUp, signUpId: signUp.id }),
  )
  return userId !== null
}
