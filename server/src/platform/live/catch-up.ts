import { setTimeout as wait } from 'node:timers/promises'
import { closeCodes } from '@grouplight/contract/live.ts'
import type { Logger } from 'pino'
import { every } from '#platform/jobs/every.ts'
import type { Bus } from './bus.ts'
import { type Hub, usersAtOnce } from './hub.ts'

type Parts = {
  hub: Hub
  bus: Bus | null
  log: Logger
  /** Returns the topics that users may follow. The result has no entry for a user whose account was deleted. */
  topicsOf(userIds: string[]): Promise<Map<string, Set<string>>>
  validSessionsOf(sessions: string[]): Promise<Set<string>>
}

const pauseMs = 1_000
// Users are told in batches, so that their clients do not all fetch their data at the same time.
const betweenBatchesMs = 50

/**
 * Starts the catch-up, and returns a function that stops it. The catch-up runs `Hub.correctStale`. After a gap of the bus, and
 * repeatedly while it is not connected, it closes the connections of ended sessions, and makes all other clients of this node fetch
 * their data again.
 */
export function startCatchUp({ bus, ...parts }: Parts): () => Promise<void> {
  const { hub, log } = parts
  let handledGaps = bus?.gaps
  const onError = (error: unknown) => log.warn({ error }, 'what users may follow could not be read')

  const schedules = [
    every(
      pauseMs,
      async () => {
        const gaps = bus?.gaps
        if (gaps === handledGaps && bus?.isConnected !== false) return
        hub.missCommands()
        await refetchAll(parts)
        handledGaps = gaps
      },
      { onError },
    ),
    every(pauseMs, () => hub.correctStale(parts.topicsOf), { onError }),
  ]
  hub.onStale(() => schedules[1]?.runNow())

  return async () => {
    await Promise.all(schedules.map(({ stop }) => stop()))
  }
}

type Comparison = Omit<Parts, 'bus'>

async function refetchAll({ hub, topicsOf, validSessionsOf }: Comparison): Promise<void> {
  const connected = hub.userIds()
  for (let at = 0; at < connected.length; at += usersAtOnce) {
    const userIds = connected.slice(at, at + usersAtOnce)
    const sessions = userIds.flatMap(userId => hub.sessionsOf(userId).map(session => ({ userId, session })))
    const valid = await validSessionsOf(sessions.map(({ session }) => session))
    for (const { userId, session } of sessions)
      if (!valid.has(session)) hub.receive(['close', userId, closeCodes.sessionEnded, session])
    await hub.followExactly(() => topicsOf(userIds))
    for (const userId of userIds) hub.refetch(userId)
    await wait(betweenBatchesMs)
  }
}
