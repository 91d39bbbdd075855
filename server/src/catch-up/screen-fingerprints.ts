import { sql } from 'drizzle-orm'
import { rows } from '#database/database.ts'
import type { Services } from '#services.ts'

/** A summary of the contents of a user's screens. */
export type ScreenFingerprint = {
  groupIds: string[]
  /**
   * Changes when something on the screens may look different: the user's account, groups, notifications, or received and sent
   * invitations.
   */
  fingerprint: string
}

/** Returns the fingerprints of many users by user id. A user whose account was deleted is left out. */
export async function readScreenFingerprints(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  userIds: string[],
): Promise<Map<string, ScreenFingerprint>> {
  const now = clock.now().toISOString()
  const found = await rows<{ userId: string; groupIds: string[] | null; fingerprint: string }>(
    database,
    sql`
      select u.uid as "userId", own_groups.ids as "groupIds", md5(jsonb_build_array(
        u.display_name, u.email, u.email_verified_at, own_groups.versions,
        (select jsonb_build_array(count(*), max(n.notice_id)) from notifications n where n.user_id = u.uid and not n.read),
        (select max(n.notice_id) from notifications n where n.user_id = u.uid and n.read),
        (
          select jsonb_agg(jsonb_build_array(i.id, i.message, i.expires_at, g.name, inviter.display_name) order by i.id)
          from invitations i join groups g on g.id = i.group_id left join users inviter on inviter.uid = i.invited_by
          where i.email = u.email and i.status = 'pending' and i.expires_at > ${now}
        ),
        (
          select jsonb_agg(jsonb_build_array(i.id, i.resent_at, i.expires_at) order by i.id)
          from groups g join invitations i on i.group_id = g.id
          where g.created_by = u.uid and i.status = 'pending' and i.expires_at > ${now}
        )
      )::text) as fingerprint
      from users u, lateral (
        select array_agg(g.id) as ids, jsonb_object_agg(g.id, g.version) as versions
        from memberships m join groups g on g.id = m.group_id where m.user_id = u.uid
      ) own_groups
      where u.uid in (select jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb))`,
  )
  return new Map(
    found.map(({ userId, groupIds, fingerprint }) => [userId, { groupIds: groupIds ?? [], fingerprint }]),
  )
}
