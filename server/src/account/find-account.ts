import { parseEmail } from '@grouplight/contract/account.ts'
import { eq } from 'drizzle-orm'
import type { Queryable } from '#database/database.ts'
import { users } from '#database/schema.ts'
import { Problem } from '#problem.ts'

export type FoundAccount = typeof users.$inferSelect

/** The account with an address, as typed. For the operator alone: it tells who has one. Refuses 'user-not-found'. */
export async function findAccount(on: Queryable, typed: string): Promise<FoundAccount> {
  const email = parseEmail(typed)
  if (email === null) throw new Problem('invalid-email', `“${typed}” is not an e-mail address.`)
  const [account] = await on.select().from(users).where(eq(users.email, email))
  if (!account) throw new Problem('user-not-found', `Nobody has an account with the address ${email}.`)
  return account
}
