import { setTimeout as wait } from 'node:timers/promises'
import { closeCodes, type LiveMessage, liveProtocol } from '@grouplight/contract/live.ts'
import { findValidSessions } from '#account/sessions.ts'
import { readScreenFingerprints, type ScreenFingerprint } from '#catch-up/screen-fingerprints.ts'
import { groupTopic } from '#group/topic.ts'
import type { Bus } from '#live/bus.ts'
import { every } from '#schedule/every.ts'
import type { Services } from '#services.ts'

const pauseMs = 1_000
// Users are told in batches: what they fetch then arrives as a stream and not all at once.
const batchSize = 250
const betweenBatchesMs = 50

// A page fetches everything again after a hello.
const fetchAgain: LiveMessage = ['hello', { protocol: liveProtocol }]

/** A lock that a node holds while it is without the bus: the other nodes then know that they miss its events. */
const withoutBus = 'without the bus'

/**
 * Keeps what connections follow right where the bus could not. The users whose followings another node has changed are looked
 * up. While the bus is away from any node, and once after it is back or a node has died, all connected users are compared with
 * the database: connections of ended sessions are closed, followings corrected, and screens that may be stale are told to
 * fetch again. Returns what stops it.
 */
export function startCatchUp(services: Services): () => Promise<void> {
  const { bus, database, hub, log } = services
  if (!bus) return async () => {}
  let caughtUpWith = bus.gaps
  let isStopped = false
  // The fingerprints for which users were last told to fetch, for as long as the bus is away.
  const known = new Map<string, string>()

  async function compareIfNeeded(bus: Bus): Promise<void> {
    const { gaps } = bus
    const isLosing = isCutOff(bus) || (await database.isLocked(withoutBus))
    if (isLosing || gaps !== caughtUpWith) await catchUp(services, known)
    caughtUpWith = gaps
    if (!isLosing) known.clear()
  }

  async function holdLockWhileCutOff(bus: Bus): Promise<void> {
    if (!isCutOff(bus)) return
    await database.tryWithLock(withoutBus, async () => {
      while (isCutOff(bus) && !isStopped) await wait(pauseMs / 4)
    })
  }

  const schedules = [
    every(pauseMs, () => compareIfNeeded(bus), {
      onError: error => log.warn({ error }, 'screens could not be compared with the database'),
    }),
    every(pauseMs, () => lookUpStale(services), {
      onError: error => log.warn({ error }, 'who follows what could not be looked up'),
    }),
    // While the database is away as well, nothing happens that other nodes could miss.
    every(pauseMs, () => holdLockWhileCutOff(bus), { onError: () => {} }),
  ]
  hub.onStale(() => schedules[1]?.runNow())

  return async () => {
    isStopped = true
    await Promise.all(schedules.map(({ stop }) => stop()))
  }
}

/** Whether other nodes do not receive this node's events: it is without the bus, or they are of the release before. */
function isCutOff(bus: Bus): boolean {
  return bus.isAway || bus.hasOlderNode
}

/** Looks up what stale users may follow. Whoever followed something else has missed messages and is told to fetch again. */
async function lookUpStale(services: Services): Promise<void> {
  const { hub } = services
  for (let userIds = hub.takeStale(batchSize); userIds.length > 0; userIds = hub.takeStale(batchSize)) {
    try {
      const { wrong } = await correctFollowings(services, userIds)
      for (const userId of wrong) hub.apply(['tell', userId, fetchAgain])
    } catch (error) {
      hub.putBackStale(userIds)
      throw error
    }
  }
}

/** Compares all connected users once. `known`: the fingerprints for which they were told to fetch before, by user. */
export async function catchUp(services: Services, known: Map<string, string>): Promise<void> {
  const { hub } = services
  const connected = hub.userIds()
  for (let at = 0; at < connected.length; at += batchSize) {
    if (at > 0) await wait(betweenBatchesMs)
    const userIds = connected.slice(at, at + batchSize)
    await closeEnded(services, userIds)
    const { fingerprints } = await correctFollowings(services, userIds)
    for (const [userId, { fingerprint }] of fingerprints) {
      if (known.get(userId) === fingerprint) continue
      known.set(userId, fingerprint)
      hub.apply(['tell', userId, fetchAgain])
    }
  }
}

async function closeEnded(services: Services, userIds: string[]): Promise<void> {
  const { hub } = services
  const connected = userIds.flatMap(userId => hub.sessionsOf(userId).map(session => ({ userId, session })))
  const open = await findValidSessions(
    services,
    connected.map(({ session }) => session),
  )
  for (const { userId, session } of connected)
    if (!open.has(session)) hub.apply(['close', userId, closeCodes.sessionEnded, session])
}

/** Lets users follow exactly the groups they are in. `wrong`: who followed something else. */
async function correctFollowings(
  services: Services,
  userIds: string[],
): Promise<{ fingerprints: Map<string, ScreenFingerprint>; wrong: string[] }> {
  let fingerprints = new Map<string, ScreenFingerprint>()
  const wrong = await services.hub.followExactly(async () => {
    fingerprints = await readScreenFingerprints(services, userIds)
    return new Map(
      [...fingerprints].map(([userId, { groupIds }]) => [userId, new Set(groupIds.map(groupTopic))] as const),
    )
  })
  return { fingerprints, wrong }
}
