import type { SeededUser } from '../server/testing/seed.ts'
import type { LiveClient } from './live-client.ts'

export type Screen = {
  person: SeededUser
  /** The node that it asks and listens to. */
  url: string
  client: LiveClient
  versions: Map<string, number>
  /** What was read on coming back, or after a gap: a frame that tells of it once more is no news, and no double. */
  read: Map<string, number>
  /** What was heard before the version that it follows. */
  early: Map<string, Set<number>>
  /** Groups that are being read again. */
  reading: Set<string>
}
type Round = { missing: number; since: number; done?: () => void }
export type Group = {
  id: string
  screens: number
  asked: number
  /** The newest version that every screen has, and when the latest ones were everywhere. */
  everywhere: number
  everywhereAt: Map<number, number>
  rounds: Map<number, Round>
}

// What has not come after so long is lost: every screen must be right within five seconds.
const longestMs = 10_000

/** Who is watching which nodes. `bare`: the server only broadcasts, and a connection's path is its group. */
export const watch = {
  urls: [] as string[],
  bare: false,
  screens: [] as Screen[],
  groups: new Map<string, Group>(),
}

/** What has been seen since the figures were cleared. */
export const figures = { deliveries: 0, frames: 0, bytes: 0, lost: 0, doubled: 0, fetches: 0, catchUpMs: 0 }

export function groupOf(id: string): Group {
  const known = watch.groups.get(id)
  if (known) return known
  const fresh = { id, screens: 0, asked: 0, everywhere: 0, everywhereAt: new Map(), rounds: new Map() }
  watch.groups.set(id, fresh)
  return fresh
}

/** Comes back once every screen has the version, with the instant at which the last one got it. */
export async function everywhere(group: Group, version: number): Promise<number> {
  if (version > group.everywhere) {
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

/** One more screen has the version. It has those before it, so a version that is everywhere says the same of them. */
export function arrived(group: Group, version: number): void {
  const round = roundOf(group, version)
  if (--round.missing > 0) return
  group.everywhere = version
  group.everywhereAt.set(version, performance.now())
  group.everywhereAt.delete(version - 1_000)
  group.rounds.delete(version)
  round.done?.()
}

/** Counts what is waited for in vain, and waits for it no more. Returns what stops it. */
export function giveUpInTime(): () => void {
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
