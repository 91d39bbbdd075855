import { and, eq, isNull } from 'drizzle-orm'
import { actionCodes, users } from '#database/schema.ts'
import type { Services } from '#services.ts'

/**
 * Takes an address as verified on the operator's word: the name and the password of its latest sign-up count, and the links
 * that are still on their way end. Answers false when it was verified before.
 */
export async function verifyAccount(
  { database, clock }: Services,
  input: { userId: string },
): Promise<boolean> {
  const { userId } = input
  const now = clock.now()
  return database.transaction(async transaction => {
    const verified = await transaction
      .update(users)
      .set({ emailVerifiedAt: now })
      .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
      .returning({ id: users.id })
    const links = and(eq(actionCodes.userId, userId), eq(actionCodes.purpose, 'verify-email'))
    await transaction
      .update(actionCodes)
      .set({ endedAt: now })
      .where(and(links, isNull(actionCodes.usedAt), isNull(actionCodes.endedAt)))
    return verified.length > 0
  })
}
