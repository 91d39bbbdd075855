import { createHash } from 'node:crypto'
import type { Dashboard } from '@grouplight/contract/dashboard.ts'
import { groupVersions } from '#group/group-versions.ts'
import { listGroups } from '#group/read-groups.ts'
import { listReceivedInvitations } from '#invitation/list-invitations.ts'
import { countUnread } from '#notification/notifications.ts'
import type { Services } from '#services.ts'

/** The dashboard with the groups' versions instead of the groups. It is read quickly and shows whether the dashboard has changed. */
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
 * Reads the groups and returns them with the other data of an earlier summary. The groups may be newer than the summary. The entity
 * tag of the summary then never matches again, because versions only increase.
 */
export async function readDashboard(
  services: With,
  { userId, unread, invitations }: { userId: string } & DashboardSummary,
): Promise<Dashboard> {
  return { groups: await listGroups(services, { userId }), unread, invitations }
}

/** Returns an entity tag that changes if the given content of the dashboard changes. */
export function dashboardTag(...content: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}
