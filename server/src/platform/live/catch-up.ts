import { setTimeout as wait } from 'node:timers/promises'
import { closeCodes } from '@grouplight/contract/live.ts'
import type { Logger } from 'pino'
import { every } from '#platform/jobs/every.ts'
import type { Bus } from './bus.ts'
import type { Following } from './connections.ts'
import type { Hub } from './hub.ts'
import { longestWaitMs } from './reorder-buffer.ts'

type Parts = {
  hub: Hub
  bus: Bus | null
  log: Logger
  locks: {
    tryWithLock(name: string, work: () => Promise<void>): Promise<boolean>
    isLocked(name: string): Promise<boolean>
  }
  /** The result has no entry for a user whose account was deleted. */
  readFollowings(userIds: string[]): Promise<Map<string, Following>>
  validSessionsOf(sessions: string[]): Promise<Set<string>>
}

const pauseMs = 1_000
// Users are checked in batches, so that the clients that have missed messages do not all fetch their data at the same time.
const batchSize = 250
const betweenBatchesMs = 50

/** The name of a lock. By holding it, a node that cannot reach the bus tells the other nodes that they miss commands. */
const withoutBus = 'without the bus'

/**
 * Starts the catch-up, and returns a function that stops it. The catch-up compares the sessions, topics and versions of all
 * connected users with the database. It does so once after a gap (see `Bus.gaps`), and repeatedly while any node cannot reach the
 * bus. It closes the connections of ended sessions, and makes the clients of users with a difference fetch all data again. It
 * also corrects the topics of stale users (see `Hub.onStale`).
 */
export function startCatchUp({ bus, ...parts }: Parts): () => Promise<void> {
  const { hub, locks, log } = parts
  if (!bus) return async () => {}
  let handledGaps = bus.gaps
  let isStopped = false

  async function compareIfNeeded({ gaps, isUnreachable }: Bus): Promise<void> {
    if (gaps !== handledGaps || isUnreachable || (await locks.isLocked(withoutBus))) await compareAll(parts)
    handledGaps = gaps
  }

  async function lockWhileUnreachable(bus: Bus): Promise<void> {
    if (!bus.isUnreachable) return
    await locks.tryWithLock(withoutBus, async () => {
      while (bus.isUnreachable && !isStopped) await wait(pauseMs / 4)
    })
  }

  const schedules = [
    every(pauseMs, () => compareIfNeeded(bus), {
      onError: error => log.warn({ error }, 'what users have missed could not be read from the database'),
    }),
    every(pauseMs, () => correctStaleUsers(parts), {
      onError: error => log.warn({ error }, 'the topics of users could not be read'),
    }),
    // Errors are ignored. If the database is also unreachable, this node changes no data, and the other nodes miss nothing.
    every(pauseMs, () => lockWhileUnreachable(bus), { onError: () => {} }),
  ]
  hub.onStale(() => schedules[1]?.runNow())

  return async () => {
    isStopped = true
    await Promise.all(schedules.map(({ stop }) => stop()))
  }
}

type Comparison = Omit<Parts, 'bus'>

/** If a user's topics were wrong, the user's clients fetch all data again. */
async function correctStaleUsers({ hub, readFollowings }: Comparison): Promise<void> {
  for (let userIds = hub.takeStale(batchSize); userIds.length > 0; userIds = hub.takeStale(batchSize)) {
    try {
      const { corrected } = await hub.followExactly(() => readFollowings(userIds))
      for (const userId of corrected) hub.refetch(userId)
    } catch (error) {
      hub.putBackStale(userIds)
      throw error
    }
  }
}

async function compareAll(parts: Comparison): Promise<void> {
  const connected = parts.hub.userIds()
  const batches = Array.from({ length: Math.ceil(connected.length / batchSize) }, async (_, n) => {
    await wait(n * betweenBatchesMs)
    await compare(parts, connected.slice(n * batchSize, (n + 1) * batchSize))
  })
  await Promise.all(batches)
}

async function compare(parts: Comparison, userIds: string[]): Promise<void> {
  const { hub, readFollowings } = parts
  await closeEnded(parts, userIds)
  const { loaded, corrected } = await hub.followExactly(() => readFollowings(userIds))
  // Messages that are still on their way must not count as missed.
  await wait(longestWaitMs)
  for (const userId of new Set([...corrected, ...hub.takeMissed(loaded)])) hub.refetch(userId)
}

async function closeEnded({ hub, validSessionsOf }: Comparison, userIds: string[]): Promise<void> {
  const connected = userIds.flatMap(userId => hub.sessionsOf(userId).map(session => ({ userId, session })))
  const valid = await validSessionsOf(connected.map(({ session }) => session))
  for (const { userId, session } of connected)
    if (!valid.has(session)) hub.apply(['close', userId, closeCodes.sessionEnded, session])
}
