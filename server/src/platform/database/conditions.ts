import { type Column, gt, isNull, or, type SQL, sql } from 'drizzle-orm'

/** A condition in SQL: the membership `m` is Available without an open question. Only such members count for the needed number. */
export const isConfirmed = 'm.status and m.asked_at is null'
export const isUnconfirmed = 'm.status and m.asked_at is not null'

/** Columns of an SQL statement about memberships `m`. Everything that is shown outside the app has these counts. */
export const memberCounts = `
  count(*)::int as members,
  (count(*) filter (where ${isConfirmed}))::int as available,
  (count(*) filter (where ${isUnconfirmed}))::int as unconfirmed`

/** Null if the group has no needed number. */
export function coverageOf(available: number, needed: number | null): 'short' | 'enough' | null {
  if (needed === null) return null
  return available >= needed ? 'enough' : 'short'
}

/** A condition in SQL. What has no `expiresAt` never ends. */
export function hasNotEnded(expiresAt: Column, now: Date): SQL | undefined {
  return or(isNull(expiresAt), gt(expiresAt, now))
}

/** A condition in SQL. `userId` is an SQL expression. What a disabled user has made rests until the user is enabled. */
export function isDisabled(userId: SQL): SQL {
  return sql`exists (select from users owner where owner.uid = ${userId} and owner.disabled_at is not null)`
}

/** A condition in SQL: the creator of the group is disabled. `groupId` is an SQL expression. */
export function isCreatorDisabled(groupId: SQL): SQL {
  return isDisabled(sql`(select made.created_by from groups made where made.id = ${groupId})`)
}

/** An expression in SQL, for a statement about `users`. Null if neither the user's devices nor the quiet hours tell it. */
export const knownTimeZone = sql<string | null>`coalesce(
  (select time_zone from devices where user_id = users.uid and time_zone is not null order by seen_at desc limit 1),
  users.quiet_hours->>'timeZone')`
