import { inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'
import { groups } from '#database/schema.ts'
import type { AfterCommit, Services } from '#services.ts'
import { inviteesOf } from './invitees.ts'
import { groupIdsOf } from './membership.ts'
import { groupTopic } from './topic.ts'

/** A member has another name now: every group of theirs has a new version. */
export async function renamedMember(
  transaction: Transaction,
  { hub }: Pick<Services, 'hub'>,
  userId: string,
): Promise<AfterCommit> {
  const groupIds = await groupIdsOf(transaction, userId)
  if (groupIds.length === 0) return () => {}
  const locked = transaction
    .select({ id: groups.id })
    .from(groups)
    .where(inArray(groups.id, groupIds))
    .orderBy(groups.id)
    .for('update')
  const changed = await transaction
    .update(groups)
    .set({ version: sql`${groups.version} + 1` })
    .where(inArray(groups.id, locked))
    .returning({ id: groups.id, version: groups.version, createdBy: groups.createdBy })
  // Only who made a group invites to it: their name is the one that its invitations show.
  const made = changed.filter(({ createdBy }) => createdBy === userId).map(({ id }) => id)
  const invitees = await inviteesOf(transaction, made)
  return () => {
    for (const { id, version } of changed) hub.publish(groupTopic(id), ['group.changed', id, version])
    for (const invitee of invitees) hub.sendTo(invitee, ['invitations.changed'])
  }
}
