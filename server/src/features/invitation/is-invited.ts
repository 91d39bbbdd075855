import { and, eq, isNull, not } from 'drizzle-orm'
import { isResting as isLinkResting } from '#features/invitation/link/uses.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queryable } from '#platform/database/database.ts'
import { invitations, inviteLinks, signUps } from '#platform/database/schema.ts'
import { isPending, isResting } from './pending.ts'

/** Also true after a sign-up by an invite link that is not revoked and does not rest. The link may have expired or been used up since the sign-up. */
export async function isInvited(on: Queryable, { clock }: { clock: Clock }, email: string): Promise<boolean> {
  const pending = await on
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.email, email), isPending(clock.now()), not(isResting())))
    .limit(1)
  const links = await on
    .select({ id: inviteLinks.id })
    .from(signUps)
    .innerJoin(inviteLinks, eq(inviteLinks.id, signUps.inviteLinkId))
    .where(and(eq(signUps.email, email), isNull(inviteLinks.revokedAt), not(isLinkResting())))
    .limit(1)
  return pending.length + links.length > 0
}
