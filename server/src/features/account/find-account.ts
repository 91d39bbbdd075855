import { parseEmail } from '@grouplight/contract/account.ts'
import { type Queryable, rows } from '#platform/database/database.ts'
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

/** `id` is the id of an account or of a sign-up. */
export async function findAddressById(on: Queryable, id: string): Promise<FoundAddress> {
  const [found] = await rows<{ email: string }>(on)`
    select email from users where uid = ${id}
    union all select email from sign_ups where id = ${id} and password_hash is not null`
  if (!found) throw new Problem('user-not-found')
  return findAddress(on, found.email)
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
