import { renewalDueBefore } from '#account/sessions.ts'
import type { Effects, UnitOfWork } from '#commit/commit.ts'
import { rows } from '#database/database.ts'
import { groupTopic } from '#live/group-topic.ts'
import type { Services } from '#services.ts'
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
  const found = await rows<ToggleRow>(transaction, toggleSql(toggleValues(toggles, options)))
  const { outcomes, changedGroupIds } = recordEffects(transaction, toggles, found, now)
  await availabilityListener.availabilityChanged(transaction, changedGroupIds)
  return writeDetails(transaction, services, { toggles, outcomes, now })
}

export function recordEffects(
  effects: Effects,
  toggles: Toggle[],
  found: ToggleRow[],
  now: Date,
): { outcomes: Outcomes; changedGroupIds: string[] } {
  const messages = toggledMessages(toggles, found, now)
  for (const [groupId, message] of messages) {
    effects.publish(groupTopic(groupId), message)
    const [, , , , changes] = message
    if (Object.values(changes).some(noticeId => noticeId > 0)) effects.ringGroup(groupId)
  }
  return {
    outcomes: toggleOutcomes(toggles, found, { now, messages }),
    changedGroupIds: [...messages.keys()],
  }
}
