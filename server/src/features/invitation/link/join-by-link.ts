import { limitLinkGuesses } from '#features/account/action-codes.ts'
import { lockSession } from '#features/account/lock-session.ts'
import { isMember, lockGroup } from '#features/group/membership.ts'
import { commit } from '#platform/database/commit.ts'
import type { Caller, Services } from '#services.ts'
import { findInvitationByCode } from '../invitation-code.ts'
import { enterByLink } from './enter-by-link.ts'
import { findLink } from './find-link.ts'
import { linkNotUsable } from './uses.ts'

type LinkDetails = {
  inviter: string
  groupName: string
  needsApproval: boolean
  email: string | null
  groupId: string | null
}

/**
 * Also reads the code of an invitation email. The returned `groupId` is null unless the user is a member. Requests with unusable codes are
 * limited for each network.
 */
export async function readInviteLink(
  services: Services,
  input: { userId: string | null; code: string; ip: string },
): Promise<LinkDetails> {
  return limitLinkGuesses(services, input.ip, async () => {
    const invitation = await findInvitationByCode(services, input)
    if (invitation) return invitation
    const { creatorName: inviter, groupId, isMember, ...link } = await findLink(services, input)
    const { groupName, needsApproval } = link
    return { inviter, groupName, needsApproval, email: null, groupId: isMember ? groupId : null }
  })
}

/**
 * Makes the user a member. If the link needs approval, asks the creator instead and returns null as `groupId`. Changes nothing for a
 * member. Throws the Problem 'unauthenticated' if the user's session has ended.
 */
export async function joinByLink(
  services: Services,
  { user, code, ip }: { user: Caller; code: string; ip: string },
): Promise<{ groupId: string | null }> {
  const { userId } = user
  return limitLinkGuesses(services, ip, () =>
    commit(services, async transaction => {
      await lockSession(transaction, user, 'no key update')
      const { id, groupId } = await findLink({ ...services, database: transaction }, { userId, code })
      const group = await lockGroup(transaction, groupId)
      if (!group) throw linkNotUsable()
      if (await isMember(transaction, { groupId, userId })) return { groupId }
      return enterByLink(transaction, services, { member: user, group, link: { id, mayHaveExpired: false } })
    }),
  )
}
