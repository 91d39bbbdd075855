import { setTimeout as wait } from 'node:timers/promises'
import { closeCodes, type LiveMessage, liveProtocol } from '@grouplight/contract/live.ts'
import { findValidSessions } from '#account/sessions.ts'
import { readScreenFingerprints, type ScreenFingerprint } from '#catch-up/screen-fingerprints.ts'
import { groupTopic } from '#group/topic.ts'
import type { Bus } from '#live/bus.ts'
import { every } from '#schedule/every.ts'
import type { Services } from '#services.ts'

const pauseMs = 1_000
// Users are told to fetch again in batches, so that their requests do not all arrive at once.
const batchSize = 250
const betweenBatchesMs = 50

// A client fetches everything again after the message `hello`.
const fetchAgain: LiveMessage = ['hello', { protocol: liveProtocol }]

/** The name of the lock that a node takes while the bus is unreachable. It shows the other nodes that they miss commands. */
const withoutBus = 'without the bus'

/**
 * Corrects what the bus could not deliver. It reads the topics of users whose memberships another node has changed. It compares all
 * connected users with the database while the bus is unreachable for any node. It does so once more when the bus is reachable
 * again, and after the crash of a node. The comparison closes the connections of ended sessions, corrects the followed topics and
 * tells stale screens to fetch again. Returns a function that stops the catch-up.
 */
export function startCatchUp(services: Services): () => Promise<void> {
  const { bus, database, hub, log } = services
  if (!bus) return async () => {}
  let handledGaps = bus.gaps
  let isStopped = false
  // The fingerprint of each user when the user was last told to fetch again. Cleared when the bus is reachable again.
  const toldFingerprints = new Map<string, string>()

  async function compareIfNeeded(bus: Bus): Promise<void> {
    const { gaps } = bus
    const mayMissCommands = isCutOff(bus) || (await database.isLocked(withoutBus))
    if (mayMissCommands || gaps !== handledGaps) await catchUp(services, toldFingerprints)
    handledGaps = gaps
    if (!mayMissCommands) toldFingerprints.clear()
  }

  async function lockWhileCutOff(bus: Bus): Promise<void> {
    if (!isCutOff(bus)) return
    await database.tryWithLock(withoutBus, async () => {
      while (isCutOff(bus) && !isStopped) await wait(pauseMs / 4)
    })
  }

  const schedules = [
    every(pauseMs, () => compareIfNeeded(bus), {
      onError: error => log.warn({ error }, 'screens could not be compared with the database'),
    }),
    every(pauseMs, () => correctStaleUsers(services), {
      onError: error => log.warn({ error }, 'the topics of users could not be read'),
    }),
    // An error means that the database is unreachable, too. Then no change happens that other nodes could miss.
    every(pauseMs, () => lockWhileCutOff(bus), { onError: () => {} }),
  ]
  hub.onStale(() => schedules[1]?.runNow())

  return async () => {
    isStopped = true
    await Promise.all(schedules.map(({ stop }) => stop()))
  }
}

/**
 * Returns whether the other nodes miss the commands of this node. The bus may be unreachable, or a node of the previous release may
 * be running.
 */
function isCutOff(bus: Bus): boolean {
  return bus.isUnreachable || bus.hasOlderNode
}

/** Reads the topics of stale users. A user who followed other topics has missed messages and is told to fetch again. */
async function correctStaleUsers(services: Services): Promise<void> {
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

/**
 * Compares all connected users with the database once. `toldFingerprints` contains, by user id, the fingerprint of the user when
 * last told to fetch again.
 */
export async function catchUp(services: Services, toldFingerprints: Map<string, string>): Promise<void> {
  const { hub } = services
  const connected = hub.userIds()
  for (let at = 0; at < connected.length; at += batchSize) {
    if (at > 0) await wait(betweenBatchesMs)
    const userIds = connected.slice(at, at + batchSize)
    await closeEnded(services, userIds)
    const { fingerprints } = await correctFollowings(services, userIds)
    for (const [userId, { fingerprint }] of fingerprints) {
      if (toldFingerprints.get(userId) === fingerprint) continue
      toldFingerprints.set(userId, fingerprint)
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

/** Makes each user follow exactly the topics of their groups. `wrong` contains the ids of the users who followed other topics. */
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
