import { parseEmail } from '@grouplight/contract/account.ts'
import { eq } from 'drizzle-orm'
import type { Queryable } from '#database/database.ts'
import { users } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import { isWaiting, signUpsOf, type WaitingSignUp } from './sign-ups.ts'

export type FoundAccount = typeof users.$inferSelect

/** What is known of an address: its account, or the sign-ups that wait for it, the oldest first. */
export type FoundAddress = { email: string } & (
  | { account: FoundAccount }
  | { account: null; waiting: [WaitingSignUp, ...WaitingSignUp[]] }
)

/** Finds an address, as typed. For the operator alone: it tells who has an account. Refuses 'user-not-found'. */
export async function findAddress(on: Queryable, typed: string): Promise<FoundAddress> {
  const email = parseEmail(typed)
  if (email === null) throw new Problem('invalid-email', `“${typed}” is not an e-mail address.`)
  const [account] = await on.select().from(users).where(eq(users.email, email))
  if (account) return { email, account }
  const [first, ...others] = (await signUpsOf(on, email)).filter(isWaiting)
  if (!first) throw new Problem('user-not-found', `Nobody has an account with the address ${email}.`)
  return { email, account: null, waiting: [first, ...others] }
}

/** The account with an address, as typed. For the operator alone. Refuses 'user-not-found'. */
export async function findAccount(on: Queryable, typed: string): Promise<FoundAccount> {
  const { email, account } = await findAddress(on, typed)
  if (!account)
    throw new Problem('user-not-found', `${email} has no account yet: its sign-up waits to be verified.`)
  return account
}
