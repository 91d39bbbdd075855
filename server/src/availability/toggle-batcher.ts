import { setImmediate as turn } from 'node:timers/promises'
import { renewalDueBefore } from '#account/sessions.ts'
import { commit, commitStatement } from '#commit/commit.ts'
import { isDatabaseUnavailable } from '#database/database-unavailable.ts'
import type { Services } from '#services.ts'
import { keyOf } from './due-times.ts'
import { limitStatusNotices } from './limit-status-notices.ts'
import { isEndPossible } from './requested-end.ts'
import { recordEffects, toggleInTransaction } from './toggle-in-transaction.ts'
import type { Outcomes, ToggleOutcome } from './toggle-outcomes.ts'
import { type Toggle, type ToggleRow, toggleStatement, toggleValues } from './toggle-statement.ts'

/** `submit` resolves after the commit, with null for an invalid session. Its `isPutOff` means that the end was not possible. */
export type ToggleBatcher = { submit(toggle: Toggle): Promise<ToggleOutcome | null> }

const largestBatch = 128

type Waiting = {
  toggle: Toggle
  resolve(outcome: ToggleOutcome | null): void
  reject(error: unknown): void
}

/**
 * A batch contains the toggles of one turn of the event loop. Toggles that arrive during a commit, or in the turn after the
 * commit, share the next batch.
 */
export function createToggleBatcher(services: Services): ToggleBatcher {
  const waiting: Waiting[] = []
  let isRunning = false

  async function run(): Promise<void> {
    for (let batch = takeBatch(waiting); batch.length > 0; batch = takeBatch(waiting)) {
      const putOff = settle(batch, await execute(services, batch, false))
      if (putOff.length > 0) settle(putOff, await execute(services, putOff, true))
      await turn()
    }
    isRunning = false
  }

  /** Returns the toggles that need a transaction. Resolves or rejects the promises of the other toggles. */
  function settle(batch: Waiting[], outcomes: Outcomes | Error): Waiting[] {
    if (outcomes instanceof Error) {
      // The waiting toggles also need the unavailable database, so they fail immediately.
      const failed = isDatabaseUnavailable(outcomes) ? [...batch, ...waiting.splice(0)] : batch
      for (const { reject } of failed) reject(outcomes)
      return []
    }
    const putOff: Waiting[] = []
    for (const [at, next] of batch.entries()) {
      const outcome = outcomes[at] ?? null
      if (outcome?.isPutOff && isEndPossible(next.toggle.details, services.clock.now())) putOff.push(next)
      else next.resolve(outcome)
    }
    if (putOff.length < batch.length) services.counts.toggleBatches.observe(batch.length - putOff.length)
    return putOff
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
    const key = keyOf(next.toggle)
    if (batch.size === largestBatch || batch.has(key)) later.push(next)
    else batch.set(key, next)
  }
  waiting.push(...later)
  return [...batch.values()]
}

async function execute(
  services: Services,
  batch: Waiting[],
  isInTransaction: boolean,
): Promise<Outcomes | Error> {
  const now = services.clock.now()
  const toggles = batch.map(({ toggle }) => toggle)
  try {
    return isInTransaction
      ? await commit(services, transaction => toggleInTransaction(transaction, services, toggles, now))
      : await executeStatement(services, toggles, now)
  } catch (error) {
    return error as Error
  }
}

function executeStatement(services: Services, toggles: Toggle[], now: Date): Promise<Outcomes> {
  const { database, config } = services
  const mostChanges = config.limits.changesPerMinute
  const options = { now, renewalDueBefore: renewalDueBefore(now), mostChanges, isInTransaction: false }
  return commitStatement(services, async effects => {
    const limited = limitStatusNotices(services, toggles)
    const found = await database.prepared<ToggleRow>(toggleStatement, toggleValues(limited, options))
    return recordEffects(effects, limited, found, now).outcomes
  })
}
