import { and, eq, isNotNull, not, or, type SQL } from 'drizzle-orm'
import { isOpenRequest } from '#features/group/invite-links.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queryable } from '#platform/database/database.ts'
import { groups, inviteLinks, joinRequests, memberships, users } from '#platform/database/schema.ts'
import { hashToken } from '#platform/tokens.ts'
import { allowsUser, isResting, isUsable, linkNotUsable } from './uses.ts'

export type FoundLink = {
  id: string
  groupId: string
  groupName: string
  creatorName: string
  needsApproval: boolean
  isMember: boolean
}

type With = { database: Queryable; secret: string; clock: Clock }

export async function findUsableLink(
  { database, secret, clock }: With,
  code: string,
): Promise<string | null> {
  const [found] = await database
    .select({ id: inviteLinks.id })
    .from(inviteLinks)
    .where(and(hasCode(secret, code), isUsable(clock.now())))
  return found?.id ?? null
}

/**
 * Members of the group, and users with an open request by a link that does not rest, find the link even if it can no longer be used.
 * For everybody else, every unusable code causes the same database statement and the same Problem 'link-not-usable', so that neither the
 * response nor its duration reveals the reason.
 */
export async function findLink(
  { database, secret, clock }: With,
  { code, userId }: { code: string; userId: string | null },
): Promise<FoundLink> {
  const ofUser = userId ?? ''
  const [found] = await database
    .select({
      id: inviteLinks.id,
      groupId: groups.id,
      groupName: groups.name,
      creatorName: users.displayName,
      needsApproval: inviteLinks.needsApproval,
      memberId: memberships.userId,
    })
    .from(inviteLinks)
    .innerJoin(groups, eq(groups.id, inviteLinks.groupId))
    .innerJoin(users, eq(users.uid, groups.createdBy))
    .leftJoin(memberships, and(eq(memberships.groupId, groups.id), eq(memberships.userId, ofUser)))
    .leftJoin(
      joinRequests,
      and(
        eq(joinRequests.inviteLinkId, inviteLinks.id),
        eq(joinRequests.userId, ofUser),
        isOpenRequest(clock.now()),
      ),
    )
    .where(
      and(
        hasCode(secret, code),
        or(
          isNotNull(memberships.userId),
          and(isNotNull(joinRequests.userId), not(isResting())),
          and(isUsable(clock.now()), allowsUser(ofUser)),
        ),
      ),
    )
  if (!found) throw linkNotUsable()
  const { memberId, ...link } = found
  return { ...link, isMember: memberId !== null }
}

function hasCode(secret: string, code: string): SQL | undefined {
  const [id = '', token = ''] = code.split('.')
  return and(eq(inviteLinks.id, id), eq(inviteLinks.secretHash, hashToken(secret, token)))
}
