import { setImmediate as turn } from 'node:timers/promises'
import type { Toggled } from '@grouplight/contract/live.ts'
import { renewalDueBefore } from '#account/sessions.ts'
import { commitStatement, type Effects } from '#commit/commit.ts'
import { isDatabaseUnavailable } from '#database/database-unavailable.ts'
import { groupTopic } from '#group/topic.ts'
import type { Services } from '#services.ts'
import {
  type IdentifiedOutcome,
  type Toggle,
  type ToggleOutcome,
  toggleStatement,
  toggleValues,
} from './toggle-statement.ts'

/** `submit` resolves after the commit. The outcome is null if the session does not exist or has ended. */
export type ToggleBatcher = { submit(toggle: Toggle): Promise<IdentifiedOutcome | null> }

const largestBatch = 128

type Waiting = {
  toggle: Toggle
  resolve(outcome: IdentifiedOutcome | null): void
  reject(error: unknown): void
}

/**
 * Commits concurrent toggles together. A batch contains the toggles that arrive in one turn of the event loop or during the commit
 * of the previous batch. No toggle waits for a timer, and under load one commit serves many toggles.
 *
 * After a commit, the live messages are sent first, and then the requests are answered. The next batch starts one turn of the event
 * loop later, so that it contains the requests that have arrived meanwhile.
 */
export function createToggleBatcher(services: Services): ToggleBatcher {
  const waiting: Waiting[] = []
  let isRunning = false

  async function run(): Promise<void> {
    for (let batch = takeBatch(waiting); batch.length > 0; batch = takeBatch(waiting)) {
      const outcomes = await execute(services, batch)
      // The waiting toggles would run into the same timeout, so they fail at once.
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

/**
 * Removes the oldest waiting toggles and returns them. A batch contains only one toggle of a member, because a statement can change
 * a row only once.
 */
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

/** Returns the outcome of each toggle, or the error with which the whole batch failed. */
async function execute(services: Services, batch: Waiting[]): Promise<ToggleOutcome[] | Error> {
  const { database, clock, bus, config } = services
  const now = clock.now()
  try {
    const values = toggleValues(
      batch.map(({ toggle }) => toggle),
      {
        now,
        renewalDueBefore: renewalDueBefore(now),
        notifyTarget: bus?.notifyTarget ?? null,
        mostChanges: config.limits.changesPerMinute,
      },
    )
    return await commitStatement(services, async effects => {
      const outcomes = await database.prepared<ToggleOutcome>(toggleStatement, values)
      publish(bus?.notifyTarget ? effects.publishHere : effects.publish, batch, outcomes)
      return outcomes
    })
  } catch (error) {
    return error as Error
  }
}

function settle(services: Services, batch: Waiting[], outcomes: ToggleOutcome[] | Error): void {
  if (outcomes instanceof Error) {
    for (const { reject } of batch) reject(outcomes)
    return
  }
  services.counts.toggleBatches.observe(batch.length)
  for (const [at, { resolve }] of batch.entries()) resolve(identified(outcomes[at] as ToggleOutcome))
}

function identified({ userId, ...outcome }: ToggleOutcome): IdentifiedOutcome | null {
  return userId === null ? null : { ...outcome, userId }
}

// Sends one message for each group with changes. Messages are sent in the order of their notice ids, because a browser ignores
// notices with lower ids than the latest that it has counted.
function publish(send: Effects['publish'], batch: Waiting[], outcomes: ToggleOutcome[]): void {
  const messages = new Map<string, Toggled>()
  for (const [at, { version, lastUpdatedMs, changed, noticeId }] of outcomes.entries()) {
    const { groupId, userId } = (batch[at] as Waiting).toggle
    if (!changed || lastUpdatedMs === null) continue
    const message = messages.get(groupId)
    if (message) message[4][userId] = noticeId ?? 0
    else messages.set(groupId, ['t', groupId, version, lastUpdatedMs, { [userId]: noticeId ?? 0 }])
  }
  const inOrder = [...messages].sort(([, one], [, other]) => latestNoticeId(one) - latestNoticeId(other))
  for (const [groupId, message] of inOrder) send(groupTopic(groupId), message)
}

function latestNoticeId([, , , , changes]: Toggled): number {
  return Math.max(...Object.values(changes))
}
