import type { Availability, AvailabilityDetails } from '@grouplight/contract/availability.ts'
import { sql } from 'drizzle-orm'
import { commit } from '#platform/database/commit.ts'
import { rows } from '#platform/database/database.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { setStatus } from './set-status.ts'
import { requireChanged } from './status-outcome.ts'
import type { StatusChange } from './status-statement.ts'

type State = { status: boolean } & Pick<AvailabilityDetails, 'until' | 'note'>

type Undo = { groupId: string; changed: State & { lastUpdated: string }; before: State }

type Request = { userId: string; session: string; groups: Undo[] }

type Row = { groupId: string; status: boolean; sinceMs: number; untilMs: number | null; note: string | null }

/** Restores the user's availability in every group in which it is still as the change has set it. If one part fails, nothing changes. */
export async function undoAvailability(
  services: Services,
  { userId, session, groups }: Request,
): Promise<{ restored: Availability[] }> {
  const now = services.clock.now()
  return commit(services, async transaction => {
    const own = await lockOwn(transaction, {
      userId,
      session,
      groupIds: groups.map(({ groupId }) => groupId),
    })
    const isUntouched = ({ groupId, changed }: Undo) => {
      const row = own.get(groupId)
      return row !== undefined && isAsChanged(row, changed)
    }
    const undone = new Map(groups.filter(isUntouched).map(undo => [undo.groupId, undo]))
    const changes = [...undone.values()].map(({ groupId, before }): StatusChange => {
      return { session, groupId, userId, ...stateAt(now, before) }
    })
    const outcomes = await setStatus(transaction, services, changes, now)
    const restored: Availability[] = []
    for (const [at, { groupId }] of changes.entries())
      restored.push(await requireChanged(services, outcomes[at], { groupId, userId }))
    return { restored }
  })
}

/** Locks the session first and then the groups by id, in the order of a toggle, and returns the user's memberships by group id. */
async function lockOwn(
  transaction: UnitOfWork,
  { userId, session, groupIds }: { userId: string; session: string; groupIds: string[] },
): Promise<Map<string, Row>> {
  await transaction.execute(
    sql`select from sessions where token_hash = decode(${session}, 'hex') for key share`,
  )
  // Groups of other people must not be locked.
  await transaction.execute(
    sql`
      select from groups
      where id in (select group_id from memberships where user_id = ${userId} and group_id in ${groupIds})
      order by id for no key update`,
  )
  const found = await rows<Row>(transaction)`
    select group_id as "groupId", status, (extract(epoch from last_updated) * 1000)::float8 as "sinceMs",
      (extract(epoch from available_until) * 1000)::float8 as "untilMs", note
    from memberships where user_id = ${userId} and group_id in ${groupIds}`
  return new Map(found.map(row => [row.groupId, row]))
}

function isAsChanged({ status, sinceMs, untilMs, note }: Row, changed: Undo['changed']): boolean {
  return (
    status === changed.status &&
    sinceMs === Date.parse(changed.lastUpdated) &&
    untilMs === (changed.until ? Date.parse(changed.until) : null) &&
    note === (changed.note ?? null)
  )
}

/** If the end has passed, the member becomes Unavailable. Without an end, not even the usual end counts. */
function stateAt(now: Date, { status, until = null, note }: State): Pick<StatusChange, 'status' | 'details'> {
  const isOver = until !== null && Date.parse(until) <= now.getTime()
  return status && !isOver ? { status, details: { until, note } } : { status: false }
}
