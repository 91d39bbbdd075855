import { refreshInvitationsTo, refreshLists } from '#features/group/refresh-groups.ts'
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
