import type { SeededUser } from '../server/testing/seed.ts'
import type { LiveClient } from './live-client.ts'

export type Screen = {
  person: SeededUser
  /** The node that it uses. */
  url: string
  client: LiveClient
  versions: Map<string, number>
  /** Versions read after a reconnect or a gap. Receiving them again does not count as doubled. */
  read: Map<string, number>
  /** Versions received before the ones that they follow. */
  early: Map<string, Set<number>>
  /** Groups that are being fetched. */
  reading: Set<string>
}
type Round = { missing: number; since: number; done?: () => void }
export type Group = {
  id: string
  screens: number
  asked: number
  /** The newest version that every screen has. */
  receivedByAll: number
  everywhereAt: Map<number, number>
  rounds: Map<number, Round>
}

// Missing messages count as lost after this time. Every screen must be up to date within five seconds.
const longestMs = 10_000

/** `bare`: the server only broadcasts, and the path of a connection is its group. */
export const watch = {
  urls: [] as string[],
  bare: false,
  screens: [] as Screen[],
  groups: new Map<string, Group>(),
}

export const figures = { deliveries: 0, frames: 0, bytes: 0, lost: 0, doubled: 0, fetches: 0, catchUpMs: 0 }

export function groupOf(id: string): Group {
  const known = watch.groups.get(id)
  if (known) return known
  const fresh = { id, screens: 0, asked: 0, receivedByAll: 0, everywhereAt: new Map(), rounds: new Map() }
  watch.groups.set(id, fresh)
  return fresh
}

/** Resolves with the time at which the last screen received the version. */
export async function receivedByAll(group: Group, version: number): Promise<number> {
  if (version > group.receivedByAll) {
    const round = roundOf(group, version)
    await new Promise<void>(resolve => {
      const before = round.done
      round.done = () => {
        before?.()
        resolve()
      }
    })
  }
  return group.everywhereAt.get(version) ?? performance.now()
}

/** A screen has every version before this one, too. */
export function markReceived(group: Group, version: number): void {
  const round = roundOf(group, version)
  if (--round.missing > 0) return
  group.receivedByAll = version
  group.everywhereAt.set(version, performance.now())
  group.everywhereAt.delete(version - 1_000)
  group.rounds.delete(version)
  round.done?.()
}

/** Counts overdue messages as lost and stops waiting for them. Returns a function that ends this. */
export function startGivingUp(): () => void {
  const timer = setInterval(() => {
    for (const { rounds } of watch.groups.values()) {
      for (const round of rounds.values()) {
        if (!round.done || performance.now() - round.since < longestMs) continue
        figures.lost += round.missing
        round.done()
        round.done = undefined
      }
    }
  }, 1_000)
  return () => clearInterval(timer)
}

function roundOf(group: Group, version: number): Round {
  const round = group.rounds.get(version) ?? { missing: group.screens, since: performance.now() }
  group.rounds.set(version, round)
  return round
}
