import { inArray } from 'drizzle-orm'
import { refreshInvitationsTo } from '#features/group/refresh-groups.ts'
import { groups } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/send-to.ts'
import type { UnitOfWork } from '#services.ts'

export async function refreshInvitations(
  transaction: UnitOfWork,
  changed: { groupId: string; email: string }[],
): Promise<void> {
  if (changed.length === 0) return
  await refreshInvitationsTo(
    transaction,
    changed.map(({ email }) => email),
  )
  await refreshLists(
    transaction,
    changed.map(({ groupId }) => groupId),
  )
}

/** After this, the creators of the groups read the lists of invitations, invite links and requests to join again. */
export async function refreshLists(transaction: UnitOfWork, groupIds: string[]): Promise<void> {
  const theirGroups = await transaction
    .select({ id: groups.id, createdBy: groups.createdBy })
    .from(groups)
    .where(inArray(groups.id, groupIds))
  for (const { id, createdBy } of theirGroups)
    sendTo(transaction, createdBy, ['group.invitations.changed', id])
}
