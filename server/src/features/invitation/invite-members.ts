import type { Skipped, SkipReason } from '@grouplight/contract/group.ts'
import { maxInvitationsPerSend, type SentInvitation } from '@grouplight/contract/invitation.ts'
import { and, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { domainNotAllowed, isAllowedAddress } from '#features/account/registration.ts'
import { lockGroupAsAdmin } from '#features/group/membership.ts'
import { notify } from '#features/notification/notify.ts'
import { addMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { invitations, memberships, users } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import { destinationsOf, queuePushes } from '#platform/push/queue-pushes.ts'
import { newId } from '#platform/tokens.ts'
import type { Caller, Services, UnitOfWork } from '#services.ts'
import { checkInvitationLimits } from './check-invitation-limits.ts'
import { withoutInvitationBlock } from './is-blocked.ts'
import { mailInvitations } from './mail-invitations.ts'
import { expirePending, invitationLifeMs, inviterName, isSentAndPending, toSent } from './pending.ts'
import { refreshInvitations } from './refresh-invitations.ts'

export type Inviter = Pick<Caller, 'userId' | 'displayName' | 'language' | 'email'>
export type InviteResult = { invited: SentInvitation[]; skipped: Skipped[] }

/**
 * Does not invite members, the inviter's own address and addresses to which a creator has sent a pending invitation, but returns
 * them in `skipped`. If this operation throws a Problem, no address is invited.
 */
export async function inviteMembers(
  services: Services,
  input: { inviter: Inviter; groupId: string; emails: string[]; message: string },
): Promise<InviteResult> {
  const { inviter, groupId } = input
  return commit(services, async transaction => {
    const group = await lockGroupAsAdmin(
      transaction,
      { groupId, userId: inviter.userId },
      'not-group-creator.invite',
    )
    return inviteInTransaction(transaction, services, { ...input, group })
  })
}

/** Does the same as `inviteMembers`. The transaction must have created the group or called `lockGroupAsAdmin`. */
export async function inviteInTransaction(
  transaction: UnitOfWork,
  services: Services,
  input: { inviter: Inviter; group: { id: string; name: string }; emails: string[]; message: string },
): Promise<InviteResult> {
  const { clock, site } = services
  const { inviter, group, message } = input
  const now = clock.now()
  const addresses = [...new Set(input.emails)]
  if (addresses.length > maxInvitationsPerSend) {
    throw new Problem('invalid-input.too-many-emails', { params: { max: maxInvitationsPerSend } })
  }

  if (!addresses.every(email => isAllowedAddress(site, email))) throw domainNotAllowed(site)

  const reasons = await reasonsToSkip(transaction, { group, emails: addresses, inviter, now })
  const skipped = addresses.flatMap(email => {
    const reason = reasons.get(email)
    return reason ? [{ email, reason }] : []
  })
  const emails = addresses.filter(email => !reasons.has(email))
  if (emails.length === 0) return { invited: [], skipped }
  await checkInvitationLimits(transaction, services, {
    inviterId: inviter.userId,
    groupId: group.id,
    emails,
    now,
  })

  // A pending invitation made from an invite link is replaced. If its address were skipped, the creator would learn that this
  // address has an invitation.
  const replaced = or(lte(invitations.expiresAt, now), isNotNull(invitations.inviteLinkId))
  await expirePending(transaction, { groupId: group.id, emails, now }, replaced)
  const created = await transaction
    .insert(invitations)
    .values(
      emails.map(email => ({
        id: newId(),
        groupId: group.id,
        email,
        invitedBy: inviter.userId,
        message,
        status: 'pending' as const,
        createdAt: now,
        updatedAt: now,
        expiresAt: addMs(now, invitationLifeMs),
      })),
    )
    .returning()
  await refreshInvitations(transaction, created)
  const notBlocking = await withoutInvitationBlock(transaction, { inviterId: inviter.userId, emails })
  await queuePushes(
    transaction,
    destinationsOf(sql`(select uid from users where ${inArray(users.email, notBlocking)})`),
    {
      kind: 'invitation.received',
      group: { id: group.id, name: group.name },
      user: inviterName(inviter.displayName),
    },
    now,
  )
  await mailInvitations(transaction, services, { invitations: created, groupName: group.name, inviter })
  await notify(transaction, clock, {
    kind: 'invite.sent',
    recipients: [inviter.userId],
    group,
    count: created.length,
  })
  return {
    invited: created.map(invitation =>
      toSent(invitation, { groupName: group.name, invitedByName: inviter.displayName }, now),
    ),
    skipped,
  }
}

async function reasonsToSkip(
  transaction: Transaction,
  { group, emails, inviter, now }: { group: { id: string }; emails: string[]; inviter: Inviter; now: Date },
): Promise<Map<string, SkipReason>> {
  const members = await transaction
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.uid, memberships.userId))
    .where(and(eq(memberships.groupId, group.id), inArray(users.email, emails)))
  const pending = await transaction
    .select({ email: invitations.email })
    .from(invitations)
    .where(and(eq(invitations.groupId, group.id), inArray(invitations.email, emails), isSentAndPending(now)))
  const reasons = new Map<string, SkipReason>()
  for (const { email } of pending) reasons.set(email, 'already-invited')
  for (const { email } of members) reasons.set(email, 'already-member')
  if (emails.includes(inviter.email)) reasons.set(inviter.email, 'yourself')
  return reasons
}
