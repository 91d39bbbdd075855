import { rows } from '#platform/database/database.ts'
import type { UnitOfWork } from '#services.ts'
import { refreshInvitationsTo } from '../refresh-groups.ts'

/** Makes the creator the inviter of pending invitations whose inviters are no longer admins. The group is locked. */
export async function adoptInvitations(transaction: UnitOfWork, groupId: string): Promise<void> {
  const adopted = await rows<{ email: string }>(transaction)`
    update invitations set invited_by = g.created_by
    from groups g
    where g.id = ${groupId} and group_id = g.id and invitations.status = 'pending' and invited_by is distinct from g.created_by
      and not exists (
        select from memberships m where m.group_id = g.id and m.user_id = invited_by and m.deputy_since is not null
      )
    returning email`
  const emails = adopted.map(({ email }) => email)
  if (emails.length > 0) await refreshInvitationsTo(transaction, emails)
}
