import { and, eq, isNotNull, not, or } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Queryable } from '#platform/database/database.ts'
import { groups, invitations, memberships, users } from '#platform/database/schema.ts'
import { hashToken, isSame } from '#platform/tokens.ts'
import { namedInvitations, receivedBy } from './list-invitations.ts'
import { isPending, isResting } from './pending.ts'

type With = { database: Queryable; clock: Clock; secret: string }

/** The code in the fragment of the links in an invitation email. Only the owner of the address gets it. */
export function invitationCode(secret: string, invitationId: string): string {
  return `${invitationId}.${hashToken(secret, 'invitation', invitationId).toString('base64url')}`
}

/** For the page that the owner of the address sees directly after the verification. */
export async function findNewestInvitation(
  { database, clock, secret }: With,
  email: string,
): Promise<{ code: string; inviteLinkId: string | null } | null> {
  const [newest] = await namedInvitations(database, receivedBy(email, clock.now()), invitations.id).limit(1)
  if (!newest) return null
  const { id, inviteLinkId } = newest.invitation
  return { code: invitationCode(secret, id), inviteLinkId }
}

/** Returns undefined if the code is wrong, or if the invitation has ended and has not made the user a member. */
export async function findInvitationByCode(
  { database, clock, secret }: With,
  { code, userId }: { code: string; userId: string | null },
) {
  const [id = ''] = code.split('.')
  if (!isSame(Buffer.from(code), Buffer.from(invitationCode(secret, id)))) return undefined
  const [found] = await database
    .select({
      ...{ inviter: users.displayName, groupName: groups.name, email: invitations.email },
      groupId: memberships.groupId,
    })
    .from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .innerJoin(users, eq(users.uid, invitations.invitedBy))
    .leftJoin(memberships, and(eq(memberships.groupId, groups.id), eq(memberships.userId, userId ?? '')))
    .where(
      and(
        eq(invitations.id, id),
        or(isNotNull(memberships.userId), and(isPending(clock.now()), not(isResting()))),
      ),
    )
  return found && { ...found, needsApproval: false }
}
