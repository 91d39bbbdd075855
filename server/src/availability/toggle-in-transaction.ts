import { renewalDueBefore } from '#account/sessions.ts'
import { rows } from '#database/database.ts'
import { publish } from '#live/publish.ts'
import type { Effects, Services, UnitOfWork } from '#services.ts'
import { limitStatusNotices } from './limit-status-notices.ts'
import { type Outcomes, toggledMessages, toggleOutcomes } from './toggle-outcomes.ts'
import { type Toggle, type ToggleRow, toggleSql, toggleValues } from './toggle-statement.ts'
import { writeDetails } from './write-details.ts'

/** `toggles` must contain at most one toggle of each membership. */
export async function toggleInTransaction(
  transaction: UnitOfWork,
  services: Services,
  toggles: Toggle[],
  now: Date,
): Promise<Outcomes> {
  const { config, availabilityListener } = services
  const mostChanges = config.limits.changesPerMinute
  const options = { now, renewalDueBefore: renewalDueBefore(now), mostChanges, isInTransaction: true }
  const limited = limitStatusNotices(services, toggles)
  const found = await rows<ToggleRow>(transaction, toggleSql(toggleValues(limited, options)))
  const { outcomes, changedGroupIds } = recordEffects(transaction, limited, found, now)
  await availabilityListener.availabilityChanged(transaction, changedGroupIds, now)
  return writeDetails(transaction, services, { toggles, outcomes, now })
}

export function recordEffects(
  effects: Effects,
  toggles: Toggle[],
  found: ToggleRow[],
  now: Date,
): { outcomes: Outcomes; changedGroupIds: string[] } {
  const messages = toggledMessages(toggles, found, now)
  const toldGroupIds = new Set(
    found.flatMap(({ isTold, position }) => (isTold ? [toggles[position - 1]?.groupId] : [])),
  )
  for (const [groupId, message] of messages) {
    publish(effects, groupId, message)
    if (toldGroupIds.has(groupId)) effects.afterCommit(({ ringer }) => ringer.wake(groupId))
  }
  for (const { isTold, userId } of found)
    if (isTold) effects.afterCommit(({ statusNoticeCounter }) => statusNoticeCounter.count(userId))
  return {
    outcomes: toggleOutcomes(toggles, found, { now, messages }),
    changedGroupIds: [...messages.keys()],
  }
}
