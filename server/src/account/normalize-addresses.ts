import { parseEmail } from '@grouplight/contract/account.ts'
import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#database/database.ts'
import { invitations, signUps, users } from '#database/schema.ts'

const mayNeedNormalization = sql`octet_length(email) <> char_length(email) or email ~ '"|^mailto:|^<|[.,;>]$'`

/** Normalizes addresses from older server versions. An account or an invitation keeps its address if the normal form is taken. */
export async function normalizeAddresses(database: Database): Promise<void> {
  for (const [stored, email] of await changedAddresses(database, users)) {
    const other = alias(users, 'other')
    const taken = database.select({ uid: other.uid }).from(other).where(eq(other.email, email))
    await database
      .update(users)
      .set({ email })
      .where(and(eq(users.email, stored), sql`not exists ${taken}`))
  }
  for (const [stored, email] of await changedAddresses(database, signUps))
    await database.update(signUps).set({ email }).where(eq(signUps.email, stored))
  for (const [stored, email] of await changedAddresses(database, invitations)) {
    const other = alias(invitations, 'other')
    const pending = database
      .select({ id: other.id })
      .from(other)
      .where(and(eq(other.groupId, invitations.groupId), eq(other.email, email), eq(other.status, 'pending')))
    await database
      .update(invitations)
      .set({ email })
      .where(and(eq(invitations.email, stored), sql`not exists ${pending}`))
  }
}

async function changedAddresses(
  database: Database,
  table: typeof users | typeof signUps | typeof invitations,
): Promise<[stored: string, email: string][]> {
  const found = await database.selectDistinct({ email: table.email }).from(table).where(mayNeedNormalization)
  return found.flatMap(({ email: stored }): [string, string][] => {
    const email = parseEmail(stored)
    return email === null || email === stored ? [] : [[stored, email]]
  })
}
