import type { Toggled } from '@grouplight/contract/live.ts'
import { groupTopic } from '#group/topic.ts'
import type { Services } from '#services.ts'
import { type ToggleRow, toggleStatement } from './toggle-statement.ts'

export type Toggle = { groupId: string; userId: string; available: boolean }
export type ToggleLane = { submit(toggle: Toggle): Promise<ToggleRow | undefined> }

const largestBatch = 128

type Waiting = { toggle: Toggle; resolve(row: ToggleRow | undefined): void; reject(error: unknown): void }

/**
 * Where concurrent toggles meet: while one batch is being committed the next one gathers, so nobody waits for a timer and
 * under load one commit serves many. Every open screen is told right after the commit, then those who asked are answered.
 */
export function createToggleLane(services: Services): ToggleLane {
  const waiting: Waiting[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const batch = takeBatch(waiting)
      try {
        const rows = await commit(
          services,
          batch.map(({ toggle }) => toggle),
        )
        publish(services, rows)
        const rowOf = new Map(rows.map(row => [keyOf(row), row]))
        for (const { toggle, resolve } of batch) resolve(rowOf.get(keyOf(toggle)))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return {
    /** Resolves after the commit; undefined when the user is not a member of the group. */
    submit: toggle =>
      new Promise((resolve, reject) => {
        waiting.push({ toggle, resolve, reject })
        if (!isRunning) void run()
      }),
  }
}

/** The oldest that are waiting; of one member only one, because a statement can change a row but once. */
function takeBatch(waiting: Waiting[]): Waiting[] {
  const batch = new Map<string, Waiting>()
  for (let at = 0; at < waiting.length && batch.size < largestBatch; ) {
    const next = waiting[at] as Waiting
    const key = keyOf(next.toggle)
    if (batch.has(key)) at++
    else {
      batch.set(key, next)
      waiting.splice(at, 1)
    }
  }
  return [...batch.values()]
}

function commit({ database, clock }: Services, toggles: Toggle[]): Promise<ToggleRow[]> {
  return database.prepared<ToggleRow>(toggleStatement, [
    toggles.map(({ groupId }) => groupId),
    toggles.map(({ userId }) => userId),
    toggles.map(({ available }) => available),
    clock.now().toISOString(),
  ])
}

// One message for each group, however many of its members have changed; the notices' numbers grow from change to change,
// because a browser takes a number below one that it knows for counted.
function publish({ hub }: Services, rows: ToggleRow[]): void {
  const messages = new Map<string, Toggled>()
  const inOrder = rows.toSorted((a, b) => (a.noticeId ?? 0) - (b.noticeId ?? 0))
  for (const { groupId, userId, version, sinceMs, changed, noticeId } of inOrder) {
    if (!changed) continue
    const message = messages.get(groupId) ?? ['t', groupId, version, sinceMs, {}]
    message[4][userId] = noticeId ?? 0
    messages.set(groupId, message)
  }
  for (const [groupId, message] of messages) hub.publish(groupTopic(groupId), message)
}

function keyOf({ groupId, userId }: { groupId: string; userId: string }): string {
  return `${groupId} ${userId}`
}
