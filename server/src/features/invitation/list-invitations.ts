import type { ReceivedInvitation, SentInvitation } from '@grouplight/contract/invitation.ts'
import { and, desc, eq, not } from 'drizzle-orm'
import { type GroupRequest, requireCreator } from '#features/group/membership.ts'
import { groups, invitations, users } from '#platform/database/schema.ts'
import type { Services } from '#services.ts'
import { isShown } from './is-blocked.ts'
import { isPending, isResting, isSentAndPending, toReceived, toSent } from './pending.ts'

export async function listReceivedInvitations(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  input: { email: string },
): Promise<ReceivedInvitation[]> {
  const found = await database
    .select({ invitation: invitations, groupName: groups.name, invitedByName: users.displayName })
    .from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .leftJoin(users, eq(users.uid, invitations.invitedBy))
    .where(and(eq(invitations.email, input.email), isPending(clock.now()), isShown(), not(isResting())))
    .orderBy(desc(invitations.createdAt), invitations.id)
  return found.map(({ invitation, ...names }) => toReceived(invitation, names))
}

export async function listSentInvitations(
  { database, clock }: Services,
  input: GroupRequest,
): Promise<SentInvitation[]> {
  await requireCreator(database, input, 'not-group-creator.see-invitations')
  const now = clock.now()
  const found = await database
    .select({ invitation: invitations, groupName: groups.name, invitedByName: users.displayName })
    .from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .leftJoin(users, eq(users.uid, invitations.invitedBy))
    .where(and(eq(invitations.groupId, input.groupId), isSentAndPending(now)))
    .orderBy(desc(invitations.createdAt), invitations.email)
  return found.map(({ invitation, ...names }) => toSent(invitation, names, now))
}
