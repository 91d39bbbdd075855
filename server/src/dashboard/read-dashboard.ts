import { createHash } from 'node:crypto'
import type { Dashboard } from '@grouplight/contract/dashboard.ts'
import { groupVersions } from '#group/group-versions.ts'
import { listGroups } from '#group/read-groups.ts'
import { listReceivedInvitations } from '#invitation/list-invitations.ts'
import { countUnread } from '#notification/notifications.ts'
import type { Services } from '#services.ts'

/** All of the dashboard but the groups, of which only the versions: little to read, and enough to tell whether it changed. */
export type DashboardSummary = Omit<Dashboard, 'groups'> & { versions: Record<string, number> }

type With = Pick<Services, 'database' | 'clock'>

/** What is cheap to read of a person's dashboard. */
export async function readDashboardSummary(
  services: With,
  person: { userId: string; email: string },
): Promise<DashboardSummary> {
  const [versions, unread, invitations] = await Promise.all([
    groupVersions(services, person),
    countUnread(services, person),
    listReceivedInvitations(services, person),
  ])
  return { versions, unread, invitations }
}

/**
 * The whole dashboard, for a summary that was read before. Groups that changed since are newer than the summary: their
 * versions only grow, so its tag will never be right again. The rest is what the summary saw.
 */
export async function readDashboard(
  services: With,
  { userId, unread, invitations }: { userId: string } & DashboardSummary,
): Promise<Dashboard> {
  return { groups: await listGroups(services, { userId }), unread, invitations }
}

/** Another one for everything that can be different on the dashboard. */
export function dashboardTag(...seen: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url')
}
