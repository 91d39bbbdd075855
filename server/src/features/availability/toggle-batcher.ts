import { setImmediate as turn } from 'node:timers/promises'
import { commit } from '#platform/database/commit.ts'
import { isDatabaseUnavailable } from '#platform/database/database-errors.ts'
import type { Services } from '#services.ts'
import { keyOf } from './due-at.ts'
import { setStatus, setStatusAlone } from './set-status.ts'
import type { StatusOutcome } from './status-outcome.ts'
import type { StatusChange } from './status-statement.ts'

export type Toggle = StatusChange & { session: string }

/** `submit` resolves after the commit, with null for an invalid session. */
export type ToggleBatcher = { submit(toggle: Toggle): Promise<StatusOutcome | null> }

type Outcomes = (StatusOutcome | 'needs-transaction' | null)[]

const largestBatch = 128

type Waiting = {
  toggle: Toggle
  resolve(outcome: StatusOutcome | null): void
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
      const now = services.clock.now()
      const left = await settle(batch, toggles => setStatusAlone(services, toggles, now))
      await settle(left, toggles =>
        commit(services, transaction => setStatus(transaction, services, toggles, now)),
      )
      await turn()
    }
    isRunning = false
  }

  /** Returns the toggles that need a transaction. Resolves or rejects the promises of the other toggles. */
  async function settle(batch: Waiting[], set: (toggles: Toggle[]) => Promise<Outcomes>): Promise<Waiting[]> {
    if (batch.length === 0) return []
    const left: Waiting[] = []
    try {
      const outcomes = await set(batch.map(({ toggle }) => toggle))
      for (const [at, next] of batch.entries()) {
        const outcome = outcomes[at] ?? null
        if (outcome === 'needs-transaction') left.push(next)
        else next.resolve(outcome)
      }
    } catch (error) {
      // The waiting toggles also need the unavailable database, so they fail immediately.
      const failed = isDatabaseUnavailable(error) ? [...batch, ...waiting.splice(0)] : batch
      for (const { reject } of failed) reject(error)
    }
    if (left.length < batch.length) services.counts.toggleBatches.observe(batch.length - left.length)
    return left
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
