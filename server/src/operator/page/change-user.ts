import { createLink } from '#features/account/create-link.ts'
import { deleteAccount } from '#features/account/delete-account.ts'
import { disableAccount, enableAccount } from '#features/account/disable-account.ts'
import { type FoundAddress, findAddressById } from '#features/account/find-account.ts'
import { setOperator } from '#features/account/operators.ts'
import { deleteSignUps, type FoundAccount } from '#features/account/sign-ups.ts'
import { verifyAccount } from '#features/account/verify-account.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { type FateOption, fatesByOption } from '../users.ts'

type Change = {
  isDisabled?: boolean | undefined
  isVerified?: true | undefined
  isOperator?: boolean | undefined
}

/** `userId` is the id of an account, or of a sign-up that is to be verified. */
export async function changeUser(
  services: Services,
  { operatorId, userId, isDisabled, isVerified, isOperator }: Change & { operatorId: string; userId: string },
): Promise<void> {
  const address = await findAddressById(services.database, userId)
  if (isVerified) return void (await verifyAccount(services, address))
  const change = { userId: accountIn(address).uid, operatorId }
  if (isOperator !== undefined) await setOperator(services, { ...change, isOperator })
  else if (isDisabled) await disableAccount(services, change)
  else await enableAccount(services, change)
}

/** For an account a link that sets a new password, and for a sign-up one that verifies it. */
export async function createUserLink(services: Services, userId: string): Promise<{ url: string }> {
  const address = await findAddressById(services.database, userId)
  const { url } = await createLink(services, { purpose: address.account ? 'reset' : 'verify', address })
  return { url }
}

export async function deleteUser(
  services: Services,
  { operatorId, userId, groups }: { operatorId: string; userId: string; groups: FateOption },
): Promise<void> {
  const { account, email } = await findAddressById(services.database, userId)
  const fate = fatesByOption[groups]
  if (account) await deleteAccount(services, { userId, operatorId, fates: () => ({ fate }) })
  else await deleteSignUps(services.database, email)
}

export function accountIn({ account }: FoundAddress): FoundAccount {
  if (!account) throw new Problem('user-not-found')
  return account
}
