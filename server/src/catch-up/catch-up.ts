import { setTimeout as wait } from 'node:timers/promises'
import { closeCodes, type LiveMessage, liveProtocol } from '@grouplight/contract/live.ts'
import { openAmong } from '#account/sessions.ts'
import { readScreenFingerprints, type ScreenFingerprint } from '#catch-up/screen-fingerprints.ts'
import { groupTopic } from '#group/topic.ts'
import type { Bus } from '#live/bus.ts'
import type { Services } from '#services.ts'

const pauseMs = 1_000
// So many people are asked for at once, with a pause in between: what they fetch comes as a stream and not as a flood.
const together = 250
const betweenMs = 50

const askAgain: LiveMessage = ['hello', { protocol: liveProtocol }]

/** Held in the database by a node that is without the bus: the others cannot hear it, and so are without its acts. */
const withoutBus = 'without the bus'

/**
 * Looks up whose followings another node has changed, and makes up for what the bus loses. While it is away from any node, and once when it is back or when a node has died, everybody
 * who is connected here is compared with the database: sessions that have ended are closed, followings set right, and whoever
 * may see something old is told to ask again. Returns what stops it.
 */
export function catchUpRegularly(services: Services): () => Promise<void> {
  const { bus, database, hub, log } = services
  if (!bus) return async () => {}
  let caughtUpWith = bus.gaps
  let isStopped = false
  let running: Promise<void> | undefined
  let telling: Promise<void> | undefined
  let lookingUp: Promise<void> | undefined
  // What everybody was last told to look at, for as long as the bus is away.
  const known = new Map<string, string>()

  const timer = setInterval(() => {
    if (isUnheard(bus))
      telling ??= tell(bus).finally(() => {
        telling = undefined
      })
    running ??= look(bus).finally(() => {
      running = undefined
    })
    lookUp()
  }, pauseMs)
  timer.unref()
  hub.onStale(lookUp)

  // Whoever becomes stale while others are looked up goes with the next of them: one statement at a time.
  function lookUp(): void {
    lookingUp ??= lookUpStale(services).finally(() => {
      lookingUp = undefined
    })
  }

  async function look(bus: Bus): Promise<void> {
    const gaps = bus.gaps
    try {
      const isLosing = isUnheard(bus) || (await database.isLocked(withoutBus))
      if (isLosing || gaps !== caughtUpWith) await catchUp(services, known)
      caughtUpWith = gaps
      if (!isLosing) known.clear()
    } catch (error) {
      log.warn({ error }, 'screens could not be compared with the database')
    }
  }

  async function tell(bus: Bus): Promise<void> {
    const untilBack = async () => {
      while (isUnheard(bus) && !isStopped) await wait(pauseMs / 4)
    }
    // Where the database is away, too, nothing happens that others could miss.
    await database.tryWithLock(withoutBus, untilBack).catch(() => {})
  }

  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
    await telling
    await lookingUp
  }
}

/** Whether others do not hear this node: it is without the bus, or they are of the release before. */
function isUnheard(bus: Bus): boolean {
  return bus.isAway || bus.isBesideOlder
}

/** Whoever had to be set right asks again: what was said before they followed it, they have missed. */
async function lookUpStale(services: Services): Promise<void> {
  const { hub, log } = services
  for (let people = hub.takeStale(together); people.length > 0; people = hub.takeStale(together)) {
    try {
      const { wrong } = await followRightly(services, people)
      for (const person of wrong) hub.perform(['tell', person, askAgain])
    } catch (error) {
      hub.putBackStale(people)
      log.warn({ error }, 'who follows what could not be looked up')
      return
    }
  }
}

/** Compares everybody connected here once; `known` is what they were told to look at before, by person. */
export async function catchUp(services: Services, known: Map<string, string>): Promise<void> {
  const { hub } = services
  const people = hub.people()
  for (let at = 0; at < people.length; at += together) {
    if (at > 0) await wait(betweenMs)
    const some = people.slice(at, at + together)
    await closeEnded(services, some)
    for (const [person, { fingerprint }] of (await followRightly(services, some)).outlines) {
      if (known.get(person) === fingerprint) continue
      known.set(person, fingerprint)
      hub.perform(['tell', person, askAgain])
    }
  }
}

async function closeEnded(services: Services, people: string[]): Promise<void> {
  const { hub } = services
  const standing = people.flatMap(person => hub.sessionsOf(person).map(session => ({ person, session })))
  const open = await openAmong(
    services,
    standing.map(({ session }) => session),
  )
  for (const { person, session } of standing)
    if (!open.has(session)) hub.perform(['close', person, closeCodes.sessionEnded, session])
}

/** Lets people follow exactly the groups they are in. */
async function followRightly(
  services: Services,
  people: string[],
): Promise<{ outlines: Map<string, ScreenFingerprint>; wrong: string[] }> {
  let outlines = new Map<string, ScreenFingerprint>()
  const wrong = await services.hub.followExactly(async () => {
    outlines = await readScreenFingerprints(services, people)
    return new Map(
      [...outlines].map(([person, { groupIds }]) => [person, new Set(groupIds.map(groupTopic))] as const),
    )
  })
  return { outlines, wrong }
}
