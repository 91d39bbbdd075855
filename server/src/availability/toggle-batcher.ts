import { setImmediate as turn } from 'node:timers/promises'
import { renewalDueBefore } from '#account/sessions.ts'
import { commitStatement } from '#commit/commit.ts'
import { isDatabaseUnavailable } from '#database/database-unavailable.ts'
import { groupTopic } from '#live/group-topic.ts'
import type { Services } from '#services.ts'
import { type ToggleOutcome, toggledMessages, toggleOutcomes } from './toggle-outcomes.ts'
import { type Toggle, type ToggleRow, toggleStatement, toggleValues } from './toggle-statement.ts'

/** `submit` resolves after the commit. Its result is null if the session is not valid. */
export type ToggleBatcher = { submit(toggle: Toggle): Promise<ToggleOutcome | null> }

const largestBatch = 128

type Waiting = {
  toggle: Toggle
  resolve(outcome: ToggleOutcome | null): void
  reject(error: unknown): void
}

/**
 * A batch contains the toggles that arrive in one turn of the event loop, or during the commit of the previous batch. The next
 * batch starts one turn of the event loop after this commit, so that it also contains the toggles that arrive in that turn.
 */
export function createToggleBatcher(services: Services): ToggleBatcher {
  const waiting: Waiting[] = []
  let isRunning = false

  async function run(): Promise<void> {
    for (let batch = takeBatch(waiting); batch.length > 0; batch = takeBatch(waiting)) {
      const outcomes = await execute(services, batch)
      // The waiting toggles would wait for the unavailable database, too. Therefore they fail at once.
      if (isDatabaseUnavailable(outcomes)) batch.push(...waiting.splice(0))
      settle(services, batch, outcomes)
      await turn()
    }
    isRunning = false
  }

  return {
    submit: toggle =>
      new Promise((resolve, reject) => {
        waiting.push({ toggle, resolve, reject })
        if (isRunning) return
        isRunning = true
        setImmediate(run)
      }),
  }
}

/** A batch contains at most one toggle of each membership, because a statement can change a row only once. */
function takeBatch(waiting: Waiting[]): Waiting[] {
  const batch = new Map<string, Waiting>()
  const later: Waiting[] = []
  for (const next of waiting.splice(0)) {
    const key = `${next.toggle.groupId} ${next.toggle.userId}`
    if (batch.size === largestBatch || batch.has(key)) later.push(next)
    else batch.set(key, next)
  }
  waiting.push(...later)
  return [...batch.values()]
}

async function execute(services: Services, batch: Waiting[]): Promise<(ToggleOutcome | null)[] | Error> {
  const { database, clock, config } = services
  const now = clock.now()
  const toggles = batch.map(({ toggle }) => toggle)
  const mostChanges = config.limits.changesPerMinute
  try {
    return await commitStatement(services, async effects => {
      const rows = await database.prepared<ToggleRow>(
        toggleStatement,
        toggleValues(toggles, { now, renewalDueBefore: renewalDueBefore(now), mostChanges }),
      )
      const messages = toggledMessages(toggles, rows, now)
      for (const [groupId, message] of messages) {
        effects.publish(groupTopic(groupId), message)
        const [, , , , changes] = message
        if (Object.values(changes).some(noticeId => noticeId > 0)) effects.ringGroup(groupId)
      }
      return toggleOutcomes(toggles, rows, { now, messages })
    })
  } catch (error) {
    return error as Error
  }
}

function settle(services: Services, batch: Waiting[], outcomes: (ToggleOutcome | null)[] | Error): void {
  if (outcomes instanceof Error) {
    for (const { reject } of batch) reject(outcomes)
    return
  }
  services.counts.toggleBatches.observe(batch.length)
  for (const [at, { resolve }] of batch.entries()) resolve(outcomes[at] ?? null)
}
