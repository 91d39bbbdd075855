import { createHash } from 'node:crypto'
import type { Dashboard } from '@grouplight/contract/dashboard.ts'
import { groupVersions } from '#group/group-versions.ts'
import { listGroups } from '#group/read-groups.ts'
import { listReceivedInvitations } from '#invitation/list-invitations.ts'
import { countUnread } from '#notification/notifications.ts'
import type { Services } from '#services.ts'

/** The dashboard with the groups' versions instead of the groups: quick to read, and enough to tell whether it has changed. */
export type DashboardSummary = Omit<Dashboard, 'groups'> & { versions: Record<string, number> }

type With = Pick<Services, 'database' | 'clock'>

export async function readDashboardSummary(
  services: With,
  user: { userId: string; email: string },
): Promise<DashboardSummary> {
  const [versions, unread, invitations] = await Promise.all([
    groupVersions(services, user),
    countUnread(services, user),
    listReceivedInvitations(services, user),
  ])
  return { versions, unread, invitations }
}

/**
 * The whole dashboard, for a summary that was read before. Groups may be newer than the summary. Versions only grow, so the
 * summary's tag then never fits again.
 */
export async function readDashboard(
  services: With,
  { userId, unread, invitations }: { userId: string } & DashboardSummary,
): Promise<Dashboard> {
  return { groups: await listGroups(services, { userId }), unread, invitations }
}

/** An entity tag that changes with everything that the dashboard shows. */
export function dashboardTag(...seen: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url')
}
