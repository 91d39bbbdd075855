import type { Availability } from '@grouplight/contract/availability.ts'
import { detailsOf } from '@grouplight/contract/live.ts'
import { groupNotFound, requireMember } from '#features/group/membership.ts'
import { minuteMs } from '#platform/clock.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import type { StatusChange, StatusRow } from './status-statement.ts'

export type StatusOutcome = {
  /** The user who wanted the change. */
  userId: string
  emailVerified: boolean
  needsRenewal: boolean
  /** Whether the status, the end or the note changed, or a question was answered. */
  changed: boolean
  /** Why the change was refused. */
  refusal: Problem | null
  /** The availability after the change. Null if the membership does not exist, or if the user may not change it. */
  availability: Availability | null
}

/** Returns null for each change whose session is invalid. */
export function outcomesOf(changes: StatusChange[], rows: StatusRow[], now: Date): (StatusOutcome | null)[] {
  const changedGroups = new Set(rows.flatMap(row => (row.changed ? changes[row.position - 1]?.groupId : [])))
  const outcomes = changes.map((): StatusOutcome | null => null)
  for (const row of rows) {
    const { groupId, status, refusal } = changes[row.position - 1] as StatusChange
    const { userId, emailVerified, needsRenewal, changed, isRefused } = row
    const applies = refusal?.of === 'everything' || (status && row.status === false)
    outcomes[row.position - 1] = {
      ...{ userId, emailVerified, needsRenewal, changed },
      refusal: isRefused ? (applies && refusal?.problem) || tooManyChanges(row, now) : null,
      availability: availabilityOf(groupId, row, { now, hasNewVersion: changedGroups.has(groupId) }),
    }
  }
  return outcomes
}

function availabilityOf(
  groupId: string,
  row: StatusRow,
  { now, hasNewVersion }: { now: Date; hasNewVersion: boolean },
): Availability | null {
  const { userId, status, sinceMs, untilMs, note, version } = row
  if (status === null) return null
  return {
    ...{ groupId, userId, status, ...withoutDetails, ...detailsOf(untilMs, note, null) },
    lastUpdated: (sinceMs === null ? now : new Date(sinceMs)).toISOString(),
    version: hasNewVersion ? version + 1 : version,
  }
}

/** An availability contains null for each detail that it does not have. */
export const withoutDetails = { until: null, note: null, unconfirmedSince: null }

function tooManyChanges({ changesSinceMs }: StatusRow, now: Date): Problem {
  const retryAfterSeconds = Math.ceil(((changesSinceMs ?? 0) + minuteMs - now.getTime()) / 1_000)
  return new Problem('too-many-requests.changes', { retryAfterSeconds })
}

/** Returns the availability after a change of `userId`'s status. Throws a Problem if the session was invalid or the change was refused. */
export async function requireChanged(
  { database }: Pick<Services, 'database'>,
  outcome: StatusOutcome | null | undefined,
  { groupId, userId }: { groupId: string; userId: string },
): Promise<Availability> {
  if (!outcome) throw new Problem('unauthenticated')
  const { refusal, availability } = outcome
  if (outcome.userId !== userId) {
    await requireMember(database, { groupId, userId: outcome.userId })
    throw notYourAvailability()
  }
  if (!availability) throw groupNotFound()
  if (refusal) throw refusal
  return availability
}

export function notYourAvailability(): Problem {
  return new Problem('not-your-availability')
}
