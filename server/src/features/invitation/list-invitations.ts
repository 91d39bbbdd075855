import type { ReceivedInvitation, SentInvitation } from '@grouplight/contract/invitation.ts'
import { and, desc, eq, not, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type GroupRequest, requireAdmin } from '#features/group/membership.ts'
import type { Queryable } from '#platform/database/database.ts'
import { groups, invitations, users } from '#platform/database/schema.ts'
import type { Services } from '#services.ts'
import { isShown } from './is-blocked.ts'
import { isPending, isResting, isSentAndPending, toReceived, toSent } from './pending.ts'

export async function listReceivedInvitations(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  input: { email: string },
): Promise<ReceivedInvitation[]> {
  const found = await namedInvitations(database, receivedBy(input.email, clock.now()), invitations.id)
  return found.map(({ invitation, ...names }) => toReceived(invitation, names))
}

export async function listSentInvitations(
  { database, clock }: Services,
  input: GroupRequest,
): Promise<SentInvitation[]> {
  await requireAdmin(database, input)
  const now = clock.now()
  const isSent = and(eq(invitations.groupId, input.groupId), isSentAndPending(now))
  const found = await namedInvitations(database, isSent, invitations.email)
  return found.map(({ invitation, ...names }) => toSent(invitation, names, now))
}

/** A condition in SQL: the owner of the address may answer the invitation. */
export function receivedBy(email: string, now: Date): SQL | undefined {
  return and(eq(invitations.email, email), isPending(now), isShown(), not(isResting()))
}

/** Newest first. Invitations of the same time are sorted by `next`. */
export function namedInvitations(on: Queryable, which: SQL | undefined, next: AnyPgColumn) {
  return on
    .select({ invitation: invitations, groupName: groups.name, invitedByName: users.displayName })
    .from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .leftJoin(users, eq(users.uid, invitations.invitedBy))
    .where(which)
    .orderBy(desc(invitations.createdAt), next)
}
