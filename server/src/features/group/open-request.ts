import { gt, type SQL } from 'drizzle-orm'
import { addMs, dayMs } from '#platform/clock.ts'
import { joinRequests } from '#platform/database/schema.ts'

export const requestLifeMs = 7 * dayMs

/** A condition in SQL: the request to join has not ended. */
export function isOpenRequest(now: Date): SQL {
  return gt(joinRequests.askedAt, addMs(now, -requestLifeMs))
}
