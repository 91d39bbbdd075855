import { parseEmail } from '@grouplight/contract/account.ts'
import type { Queryable } from '#platform/database/database.ts'
import { Problem } from '#platform/problem.ts'
import {
  type FoundAccount,
  findAccountByEmail,
  isPendingSignUp,
  listSignUps,
  type PendingSignUp,
} from './sign-ups.ts'

/** The oldest sign-up comes first. */
export type FoundAddress = { email: string } & (
  | { account: FoundAccount }
  | { account: null; signUps: [PendingSignUp, ...PendingSignUp[]] }
)

/** Only the operator may see the result. Throws the Problem 'invalid-email' or 'user-not-found'. */
export async function findAddress(on: Queryable, typed: string): Promise<FoundAddress> {
  const email = parseEmail(typed)
  if (email === null) throw new Problem('invalid-email', { message: `“${typed}” is not an email address.` })
  const account = await findAccountByEmail(on, email)
  if (account) return { email, account }
  const [first, ...others] = (await listSignUps(on, email)).filter(isPendingSignUp)
  if (!first)
    throw new Problem('user-not-found', { message: `Nobody has an account with the address ${email}.` })
  return { email, account: null, signUps: [first, ...others] }
}

export async function findAccount(on: Queryable, typed: string): Promise<FoundAccount> {
  const { email, account } = await findAddress(on, typed)
  if (!account)
    throw new Problem('user-not-found', {
      message: `${email} has no account yet: its sign-up waits to be verified.`,
    })
  return account
}

export function accountDeleted(): Problem {
  return new Problem('unauthenticated.account-deleted')
}
