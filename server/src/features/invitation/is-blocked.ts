import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/database/database.ts'
import { invitations, users } from '#platform/database/schema.ts'

/**
 * A condition in SQL: the user with this address has blocked the inviter or all invitations. A blocked invitation is stored and
 * counted like any other, so that the inviter does not notice the block.
 */
function isBlocked(email: SQL, inviterId: SQL): SQL {
  return sql`exists (
    select from users invitee where invitee.email = ${email} and (
      invitee.blocks_invitations
      or exists (select from blocked_inviters b where b.user_id = invitee.uid and b.inviter_id = ${inviterId})
    )
  )`
}

/** A condition in SQL: no block hides the invitation. Blocks do not hide invitations that were made from an invite link. */
export function isShown(): SQL {
  return sql`(
    ${invitations.inviteLinkId} is not null
    or not ${isBlocked(sql`${invitations.email}`, sql`${invitations.invitedBy}`)}
  )`
}

/** Leaves out the addresses whose users have blocked the inviter or all invitations. */
export async function withoutInvitationBlock(
  on: Queryable,
  { inviterId, emails }: { inviterId: string; emails: string[] },
): Promise<string[]> {
  const found = await on
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.email, emails), isBlocked(sql`${users.email}`, sql`${inviterId}`)))
  const blocking = new Set(found.map(({ email }) => email))
  return emails.filter(email => !blocking.has(email))
}
