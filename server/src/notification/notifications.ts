import type { Notification, UnreadCount } from '@grouplight/contract/notification.ts'
import { and, desc, eq, lt, lte, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { commitStatement } from '#commit/commit.ts'
import type { Queryable } from '#database/database.ts'
import { notices, notifications } from '#database/schema.ts'
import type { Services } from '#services.ts'
import { toNotification } from './to-notification.ts'

const pageSize = 50

/** Returns a page of the user's notifications, newest first. `before` is the `nextBefore` of the previous page. */
export async function listNotifications(
  { database }: Services,
  input: { userId: string; before?: number },
): Promise<{ notifications: Notification[]; nextBefore: number | null }> {
  const range = (read: boolean) =>
    database
      .select({ noticeId: notifications.noticeId, read: notifications.read })
      .from(notifications)
      .where(
        and(
          eq(notifications.userId, input.userId),
          eq(notifications.read, read),
          input.before === undefined ? undefined : lt(notifications.noticeId, input.before),
        ),
      )
      .orderBy(desc(notifications.noticeId))
      .limit(pageSize + 1)
  // The index separates read from unread notifications. So the newest of both kinds are read separately and merged.
  const newest = unionAll(range(false), range(true))
    .orderBy(desc(notifications.noticeId))
    .limit(pageSize + 1)
    .as('newest')
  const found = await database
    .select({ notice: notices, read: newest.read })
    .from(newest)
    .innerJoin(notices, eq(notices.id, newest.noticeId))
    .orderBy(desc(newest.noticeId))
  const page = found
    .slice(0, pageSize)
    .map(({ notice, read }) => toNotification(notice, { userId: input.userId, read }))
  return { notifications: page, nextBefore: found.length > pageSize ? (page.at(-1)?.id ?? null) : null }
}

/** Returns the number of unread notifications, and the id of the newest notification, read or unread. */
export async function countUnread(
  { database }: { database: Queryable },
  input: { userId: string },
): Promise<UnreadCount> {
  const range = (read: boolean) => and(eq(notifications.userId, input.userId), eq(notifications.read, read))
  const latestOf = (read: boolean) =>
    sql`(select max(${notifications.noticeId}) from ${notifications} where ${range(read)})`
  const [count] = await database
    .select({
      unread: sql<number>`count(*)::int`,
      latestId: sql<number>`coalesce(greatest(${latestOf(false)}, ${latestOf(true)}), 0)::float8`,
    })
    .from(notifications)
    .where(range(false))
  return count ?? { unread: 0, latestId: 0 }
}

/** Marks one of the user's notifications, or all up to an id, as read. An unknown id changes nothing. */
export async function readNotifications(
  services: Services,
  input: { userId: string } & ({ id: number } | { upTo: number }),
): Promise<UnreadCount> {
  const which = 'id' in input ? eq(notifications.noticeId, input.id) : lte(notifications.noticeId, input.upTo)
  await commitStatement(services, async effects => {
    const read = await services.database
      .update(notifications)
      .set({ read: true })
      .where(and(eq(notifications.userId, input.userId), eq(notifications.read, false), which))
      .returning({ id: notifications.noticeId })
    if (read.length > 0) effects.sendTo(input.userId, ['notifications.changed'])
  })
  return countUnread(services, input)
}
