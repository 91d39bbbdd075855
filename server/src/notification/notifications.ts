import type { Notification, UnreadCount } from '@grouplight/contract/notification.ts'
import { and, desc, eq, lt, lte, sql } from 'drizzle-orm'
import type { Queryable } from '#database/database.ts'
import { notices, notifications } from '#database/schema.ts'
import type { Services } from '#services.ts'

const pageSize = 50

/** A page of the person's notifications, newest first; `before` is the cursor that the page before gave. */
export async function listNotifications(
  { database }: Services,
  input: { userId: string; before?: number },
): Promise<{ notifications: Notification[]; nextBefore: number | null }> {
  const mine = eq(notifications.userId, input.userId)
  const found = await database
    .select({ notice: notices, read: notifications.read })
    .from(notifications)
    .innerJoin(notices, eq(notices.id, notifications.noticeId))
    .where(input.before === undefined ? mine : and(mine, lt(notifications.noticeId, input.before)))
    .orderBy(desc(notifications.noticeId))
    .limit(pageSize + 1)
  const page = found
    .slice(0, pageSize)
    .map(({ notice, read }) => ({ ...notice, read, createdAt: notice.createdAt.toISOString() }))
  return { notifications: page, nextBefore: found.length > pageSize ? (page.at(-1)?.id ?? null) : null }
}

/** How many are unread, and the newest that was counted. */
export async function countUnread(
  { database }: { database: Queryable },
  input: { userId: string },
): Promise<UnreadCount> {
  const [count] = await database
    .select({
      unread: sql<number>`(count(*) filter (where not ${notifications.read}))::int`,
      latestId: sql<number>`coalesce(max(${notifications.noticeId}), 0)::float8`,
    })
    .from(notifications)
    .where(eq(notifications.userId, input.userId))
  return count ?? { unread: 0, latestId: 0 }
}

/** Marks one as read, or all up to one. What is not there or not theirs stays as it is. */
export async function readNotifications(
  services: Services,
  input: { userId: string } & ({ id: number } | { upTo: number }),
): Promise<UnreadCount> {
  const { database, hub } = services
  const which = 'id' in input ? eq(notifications.noticeId, input.id) : lte(notifications.noticeId, input.upTo)
  const read = await database
    .update(notifications)
    .set({ read: true })
    .where(and(eq(notifications.userId, input.userId), eq(notifications.read, false), which))
    .returning({ id: notifications.noticeId })
  if (read.length > 0) hub.tell(input.userId, ['notifications.changed'])
  return countUnread(services, input)
}
