import type { ModelGroup, ModelState, Side } from './model-state.ts'
import { notify } from './step-context.ts'

export function setNeeded(model: ModelState, group: ModelGroup, needed: number | null): void {
  if (needed === group.needed) return
  group.needed = needed
  group.alertedSide = needed === null ? null : sideOf(group)
  readAlerts(model, group, group.alertedSide)
}

export function isDue(group: ModelGroup): boolean {
  return group.needed !== null && sideOf(group) !== group.alertedSide
}

/** The model ignores the pause of ten minutes between two alerts about one side, because each step 'wait' is longer. */
export function predictCoverageAlert(model: ModelState, group: ModelGroup, nowMs: number): void {
  const side = sideOf(group)
  const needed = group.needed ?? 0
  const covered = coveredIn(group)
  const missing = needed - covered
  group.alertedSide = side
  readAlerts(model, group, null)
  const what =
    side === 'enough' ? 'enough again' : missing === 1 ? '1 more is needed' : `${missing} more are needed`
  const recipients = Object.keys(group.members).filter(userId => {
    const chosen = group.ringing[userId]?.coverage ?? (userId === group.creator ? 'short' : 'none')
    return chosen === side || chosen === 'both'
  })
  const message = `${group.name}: ${what} (${covered} of ${needed})`
  notify(model, nowMs, message, recipients, { coverage: { groupId: group.id, side } })
}

function readAlerts(model: ModelState, group: ModelGroup, except: Side | null): void {
  for (const notification of model.notifications)
    if (notification.coverage?.groupId === group.id && notification.coverage.side !== except)
      notification.read = true
}

function sideOf(group: ModelGroup): Side {
  return coveredIn(group) >= (group.needed ?? 0) ? 'enough' : 'short'
}

function coveredIn({ members, details }: ModelGroup): number {
  return Object.keys(members).filter(userId => members[userId] && !details[userId]?.askedMs).length
}
