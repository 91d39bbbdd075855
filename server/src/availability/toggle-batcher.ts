import { setImmediate as turn } from 'node:timers/promises'
import type { Toggled } from '@grouplight/contract/live.ts'
import { renewalDueBefore } from '#account/sessions.ts'
import { commitStatement, type Effects } from '#commit/commit.ts'
import { isDatabaseAway } from '#database/database-away.ts'
import { groupTopic } from '#group/topic.ts'
import type { Services } from '#services.ts'
import {
  type IdentifiedOutcome,
  type Toggle,
  type ToggleOutcome,
  toggleStatement,
  toggleValues,
} from './toggle-statement.ts'

/** `submit` resolves after the commit. Null: the session is nobody's. */
export type ToggleBatcher = { submit(toggle: Toggle): Promise<IdentifiedOutcome | null> }

const largestBatch = 128

type Waiting = {
  toggle: Toggle
  resolve(outcome: IdentifiedOutcome | null): void
  reject(error: unknown): void
}

/**
 * Where concurrent toggles meet: what arrives in one turn of the loop, or while a batch is being committed, goes as one. Nobody
 * waits for a timer, and under load one commit serves many. Every open screen is told right after the commit, then those who
 * asked are answered; one turn later, when whoever was waiting at the door is in, the next batch goes.
 */
export function createToggleBatcher(services: Services): ToggleBatcher {
  const waiting: Waiting[] = []
  let isRunning = false

  async function run(): Promise<void> {
    for (let batch = takeBatch(waiting); batch.length > 0; batch = takeBatch(waiting)) {
      const outcomes = await execute(services, batch)
      // Who waited behind a database that does not answer would wait as long again.
      if (isDatabaseAway(outcomes)) batch.push(...waiting.splice(0))
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

/** The oldest that are waiting; of one member only one, because a statement can change a row but once. */
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

/** What became of each, or why all of them failed. */
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

// One message for each group, however many of its members have changed; the notices' numbers grow from message to message,
// because a browser takes a number below one that it knows for counted.
function publish(send: Effects['publish'], batch: Waiting[], outcomes: ToggleOutcome[]): void {
  const messages = new Map<string, Toggled>()
  for (const [at, { version, sinceMs, changed, noticeId }] of outcomes.entries()) {
    const { groupId, userId } = (batch[at] as Waiting).toggle
    if (!changed || sinceMs === null) continue
    const message = messages.get(groupId)
    if (message) message[4][userId] = noticeId ?? 0
    else messages.set(groupId, ['t', groupId, version, sinceMs, { [userId]: noticeId ?? 0 }])
  }
  const inOrder = [...messages].sort(([, one], [, other]) => latest(one) - latest(other))
  for (const [groupId, message] of inOrder) send(groupTopic(groupId), message)
}

function latest([, , , , changes]: Toggled): number {
  return Math.max(...Object.values(changes))
}
