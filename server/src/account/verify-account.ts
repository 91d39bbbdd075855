import { and, eq, isNull } from 'drizzle-orm'
import { commit } from '#commit/commit.ts'
import { users } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import type { FoundAddress } from './find-account.ts'
import { createAccount } from './sign-ups.ts'

/** Returns false if the address was already verified. Throws 'invalid-input' if the address has several sign-ups. */
export async function verifyAccount(services: Services, address: FoundAddress): Promise<boolean> {
  const { database, clock, accountListener } = services
  if (address.account) {
    const verified = await database
      .update(users)
      .set({ emailVerifiedAt: clock.now() })
      .where(and(eq(users.uid, address.account.uid), isNull(users.emailVerifiedAt)))
      .returning({ id: users.uid })
    return verified.length > 0
  }
  const [signUp, ...others] = address.signUps
  if (others.length > 0)
    throw new Problem(
      'invalid-input',
      `${others.length + 1} sign-ups wait for ${address.email}, and only its owner knows which is right: hand the owner a link by “link verify” or “link reset”.`,
    )
  return commit(services, async transaction => {
    const userId = await createAccount(transaction, services, { ...signUp, signUpId: signUp.id })
    const { email, inviteLinkId: linkId } = signUp
    if (userId && linkId) await accountListener.openedInviteLink(transaction, { userId, email, linkId })
    return userId !== null
  })
}
