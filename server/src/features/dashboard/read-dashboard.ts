import { createHash } from 'node:crypto'
import type { Dashboard } from '@grouplight/contract/dashboard.ts'
import type { GroupRinging } from '@grouplight/contract/ringing.ts'
import { callerQuery, findBySession } from '#features/account/sessions.ts'
import type { GroupCache } from '#features/group/group-cache.ts'
import { toCards, type UsualEnds } from '#features/group/read-groups.ts'
import { listReceivedInvitations } from '#features/invitation/list-invitations.ts'
import { unreadQuery } from '#features/notification/notifications.ts'
import { hasChosenRinging, ringingColumn } from '#features/ringing/read-ringing.ts'
import type { Clock } from '#platform/clock.ts'
import type { Caller, Services } from '#services.ts'

export type DashboardSummary = Caller &
  Omit<Dashboard, 'groups'> & { versions: GroupVersion[]; usualEnds: UsualEnds }

type GroupVersion = [id: string, version: number]

type With = Pick<Services, 'database' | 'clock'>

// The statement also checks the session. Of the invitations, it reads only whether one is pending: most users have none.
const summaryStatement = {
  name: 'dashboard',
  text: `
    select caller.*,
      own.*,
      unread.*,
      exists (select from invitations where email = caller.email and status = 'pending') as "isInvited"
    from (${callerQuery}) caller
    cross join lateral (
      select
        json_agg(json_build_array(m.group_id, (select version from groups where id = m.group_id)) order by m.group_id)
          as versions,
        json_object_agg(m.group_id, m.usual_end) filter (where m.usual_end is not null) as "usualEnds",
        json_agg(${ringingColumn} order by m.group_id) filter (where ${hasChosenRinging}) as ringing
      from memberships m where m.user_id = caller."userId"
    ) own
    cross join lateral (${unreadQuery('caller."userId"')}) unread`,
}

type SummaryRow = {
  versions: GroupVersion[] | null
  ringing: GroupRinging[] | null
  usualEnds: UsualEnds | null
  unread: number
  latestId: number
  isInvited: boolean
}

export async function findDashboardSummary(
  services: With,
  session: string | null,
): Promise<DashboardSummary | null> {
  const found = await findBySession<SummaryRow>(services, summaryStatement, session)
  if (!found) return null
  const { versions, ringing, usualEnds, unread, latestId, isInvited, ...caller } = found
  return {
    ...caller,
    versions: versions ?? [],
    ringing: ringing ?? [],
    usualEnds: usualEnds ?? {},
    unread: { unread, latestId },
    invitations: isInvited ? await listReceivedInvitations(services, caller) : [],
  }
}

/** The groups may be newer than the summary. Then the entity tag is outdated, and the next request gets the dashboard again. */
export async function readDashboard(
  groups: GroupCache,
  clock: Clock,
  { userId, versions, usualEnds, unread, invitations, ringing }: DashboardSummary,
): Promise<Dashboard> {
  const cards = toCards(await groups.read(versions), { userId, usualEnds, now: clock.now() })
  return { groups: cards, unread, invitations, ringing }
}

export function dashboardTag(summary: DashboardSummary | null): string {
  const { tokenHash, session, needsRenewal, ...content } = summary ?? ({} as DashboardSummary)
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}
