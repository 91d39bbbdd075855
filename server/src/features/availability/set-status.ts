import { sql } from 'drizzle-orm'
import { renewalDueBefore } from '#features/account/sessions.ts'
import { removeNotices } from '#features/notification/remove-notices.ts'
import { commitStatement } from '#platform/database/commit.ts'
import { preparedIn } from '#platform/database/database.ts'
import type { HubCommand } from '#platform/live/hub-command.ts'
import { changeOutside, tell } from '#platform/live/tell.ts'
import type { Effects, Services, UnitOfWork } from '#services.ts'
import { isAmong } from './due-at.ts'
import { withRefusals } from './refuse-changes.ts'
import { outcomesOf, type StatusOutcome } from './status-outcome.ts'
import {
  type ChangedRow,
  type StatusChange,
  type StatusRow,
  statusStatements,
  statusValues,
} from './status-statement.ts'

/** Makes changes of sessions, at most one of each membership. An outcome is null if the session of its change is invalid. */
export async function setStatus(
  transaction: UnitOfWork,
  services: Services,
  changes: StatusChange[],
  now: Date,
): Promise<(StatusOutcome | null)[]> {
  const { values, refusable } = inputOf(services, changes, { now, isInTransaction: true, channel: null })
  const found = await preparedIn<StatusRow>(transaction, statusStatements.bySession, values)
  await recordAll(transaction, services, { changes, found, now })
  return outcomesOf(refusable, found, now)
}

/**
 * Makes the same changes in a single statement, which is faster. A change that needs further statements is not made, and has the
 * outcome 'needs-transaction'.
 */
export async function setStatusAlone(
  services: Services,
  changes: StatusChange[],
  now: Date,
): Promise<(StatusOutcome | 'needs-transaction' | null)[]> {
  const { values, refusable } = inputOf(services, changes, {
    now,
    isInTransaction: false,
    channel: services.bus?.channel ?? null,
  })
  return commitStatement(services, async effects => {
    const found = await services.database.prepared<StatusRow>(statusStatements.bySession, values)
    for (const command of commandsOf(found)) effects.afterCommit(({ hub }) => hub.receive(command))
    recordEffects(effects, changes, found)
    const outcomes = outcomesOf(refusable, found, now)
    const left = new Set(
      found.flatMap(({ needsTransaction, position }) => (needsTransaction ? position - 1 : [])),
    )
    return outcomes.map((outcome, at) => (left.has(at) ? 'needs-transaction' : outcome))
  })
}

/** Makes changes without a session, at most one of each membership. */
export async function setStatusByServer(
  transaction: UnitOfWork,
  services: Pick<Services, 'availabilityListener'>,
  changes: StatusChange[],
  now: Date,
): Promise<StatusRow[]> {
  if (changes.length === 0) return []
  const limits = { renewalDueBefore: now, mostChanges: unlimited }
  const values = statusValues(changes, { now, ...limits, isInTransaction: true, channel: null })
  const found = await preparedIn<StatusRow>(transaction, statusStatements.byServer, values)
  await recordAll(transaction, services, { changes, found, now })
  return found
}

// The largest integer of PostgreSQL.
const unlimited = 2 ** 31 - 1

function inputOf(
  services: Services,
  changes: StatusChange[],
  { now, isInTransaction, channel }: { now: Date; isInTransaction: boolean; channel: string | null },
): { values: unknown[]; refusable: StatusChange[] } {
  const refusable = withRefusals(services, changes, now)
  const limits = {
    renewalDueBefore: renewalDueBefore(now),
    mostChanges: services.config.limits.changesPerMinute,
  }
  return { values: statusValues(refusable, { now, ...limits, isInTransaction, channel }), refusable }
}

type Made = { changes: StatusChange[]; found: StatusRow[]; now: Date }

async function recordAll(
  transaction: UnitOfWork,
  { availabilityListener }: Pick<Services, 'availabilityListener'>,
  { changes, found, now }: Made,
): Promise<void> {
  recordEffects(transaction, changes, found)
  for (const command of commandsOf(found)) tell(transaction, command)
  const old = found.filter(({ oldNoticeId }) => oldNoticeId !== null)
  const unchanged = old.filter(({ changed }) => !changed)
  if (unchanged.length > 0)
    await transaction.execute(sql`
      update memberships m set availability_notice_id = null
      where ${isAmong(unchanged.map(({ position }) => changes[position - 1] as StatusChange))}`)
  await removeNotices(
    transaction,
    old.map(({ userId, oldNoticeId }) => ({ userId, noticeId: oldNoticeId })),
  )
  const watched = found.filter(({ isWatched, changed }) => isWatched && changed)
  const members = watched.map(({ position }) => changes[position - 1] as StatusChange)
  await availabilityListener.availabilityChanged(transaction, members, now)
}

function recordEffects(effects: Effects, changes: StatusChange[], found: StatusRow[]): void {
  const changed = found.filter((row): row is ChangedRow => row.changed)
  const groupOf = ({ position }: StatusRow) => (changes[position - 1] as StatusChange).groupId
  for (const groupId of new Set(changed.map(groupOf))) changeOutside(effects, groupId)
  for (const groupId of new Set(changed.filter(({ isTold }) => isTold).map(groupOf)))
    effects.afterCommit(({ ringer }) => ringer.wake(groupId))
  for (const { userId, isTold, untilMs } of changed) {
    if (isTold) effects.afterCommit(({ statusNoticeCounter }) => statusNoticeCounter.count(userId))
    if (untilMs !== null) effects.afterCommit(({ expiryTimes }) => expiryTimes.add(new Date(untilMs)))
  }
}

/** Returns the commands in the order of the notices. In another order, browsers would fetch the notifications again. */
function commandsOf(found: StatusRow[]): HubCommand[] {
  const inOrder = found.toSorted((one, other) => (one.noticeId ?? 0) - (other.noticeId ?? 0))
  return inOrder.map(({ command }) => command).filter(command => command !== null)
}
