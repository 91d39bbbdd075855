import { commit } from '#platform/database/commit.ts'
import type { Services } from '#services.ts'
import type { TestUser } from './test-user.ts'

/** Makes an invitation from an invite link, as the verification of an address does after a sign-up with the link. */
export async function inviteByLink(
  services: Services,
  { userId, email }: TestUser,
  linkId: string,
): Promise<void> {
  await commit(services, transaction =>
    services.accountListener.openedInviteLink(transaction, { userId, email, linkId }),
  )
}
