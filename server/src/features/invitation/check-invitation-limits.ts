import { and, count, eq, gt, inArray, isNull, min, sql } from 'drizzle-orm'
import { addMs, dayMs } from '#platform/clock.ts'
import type { Transaction } from '#platform/database/database.ts'
import { invitations } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { countEmails } from './count-emails.ts'
import { isSentAndPending } from './pending.ts'

const maxPendingPerGroup = 50
export const maxReinvitations = 3
export const reinvitationWindowMs = 30 * dayMs

type NewInvitations = { inviterId: string; groupId: string; emails: string[]; now: Date }

/** Also counts the emails. Throws the Problem 'too-many-invitations' above a limit. */
export async function checkInvitationLimits(
  transaction: Transaction,
  services: Services,
  newInvitations: NewInvitations,
): Promise<void> {
  await checkPendingInGroup(transaction, newInvitations)
  await checkReinvites(transaction, newInvitations)
  await countEmails(transaction, services, newInvitations)
}

async function checkPendingInGroup(
  transaction: Transaction,
  { groupId, emails, now }: NewInvitations,
): Promise<void> {
  const [pending] = await transaction
    .select({ count: count(), firstEndsAt: min(invitations.expiresAt) })
    .from(invitations)
    .where(and(eq(invitations.groupId, groupId), isSentAndPending(now)))
  if ((pending?.count ?? 0) + emails.length <= maxPendingPerGroup) return
  throw new Problem('too-many-invitations.pending', {
    params: { max: maxPendingPerGroup },
    retryAfterSeconds: secondsUntil(pending?.firstEndsAt, now),
  })
}

/**
 * Limits how often a group invites an address again after a decline. Later invitations of the last 30 days count, whatever their
 * status is. Invitations made from an invite link do not count, because the limit would reveal them to the inviter.
 */
async function checkReinvites(
  transaction: Transaction,
  { groupId, emails, now }: NewInvitations,
): Promise<void> {
  const [refused] = await transaction
    .select({ email: invitations.email, first: min(invitations.createdAt) })
    .from(invitations)
    .where(
      and(
        eq(invitations.groupId, groupId),
        inArray(invitations.email, emails),
        isNull(invitations.inviteLinkId),
        gt(invitations.createdAt, addMs(now, -reinvitationWindowMs)),
        sql`exists (
          select 1 from invitations declined
          where declined.group_id = ${groupId} and declined.email = ${invitations.email} and declined.status = 'declined'
            and declined.updated_at <= ${invitations.createdAt} and declined.id <> ${invitations.id}
            and declined.invite_link_id is null
        )`,
      ),
    )
    .groupBy(invitations.email)
    .having(sql`count(*) >= ${maxReinvitations}`)
  if (!refused) return
  const allowedAt = refused.first && addMs(refused.first, reinvitationWindowMs)
  throw new Problem('too-many-invitations.declined', {
    params: { email: refused.email },
    retryAfterSeconds: secondsUntil(allowedAt, now),
  })
}

function secondsUntil(allowedAt: Date | null | undefined, now: Date): number {
  const waitMs = allowedAt ? allowedAt.getTime() - now.getTime() : 0
  return Math.max(1, Math.ceil(waitMs / 1000))
}
