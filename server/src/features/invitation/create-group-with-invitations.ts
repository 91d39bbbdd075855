import type { Group, Skipped } from '@grouplight/contract/group.ts'
import { lockSession } from '#features/account/lock-session.ts'
import { createGroup } from '#features/group/create-group.ts'
import { readGroup } from '#features/group/read-groups.ts'
import { storeNeeded } from '#features/group/set-needed.ts'
import { commit } from '#platform/database/commit.ts'
import type { Caller, Services } from '#services.ts'
import { inviteInTransaction } from './invite-members.ts'

/** Throws the Problem 'unauthenticated' if the inviter's session has ended. */
export async function createGroupWithInvitations(
  services: Services,
  input: {
    inviter: Caller
    name: string
    description: string
    needed: number | null
    inviteEmails: string[]
  },
): Promise<Group & { skipped: Skipped[] }> {
  const { inviter, inviteEmails, needed, name, description } = input
  const { userId } = inviter
  return commit(services, async transaction => {
    await lockSession(transaction, inviter, 'no key update')
    const group = await createGroup(transaction, services, { userId, name, description })
    await storeNeeded(transaction, group.id, needed)
    const { skipped } = await inviteInTransaction(transaction, services, {
      inviter,
      group,
      emails: inviteEmails,
      message: '',
    })
    // The time zone matters only for the times of other members, and a new group has no other members.
    const request = { userId, groupId: group.id, zone: 'UTC' }
    return { ...(await readGroup({ database: transaction, clock: services.clock }, request)), skipped }
  })
}
