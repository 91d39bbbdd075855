import type { SeededUser } from '../server/testing/seed.ts'
import type { LiveClient } from './live-client.ts'

export type Screen = {
  user: SeededUser
  url: string
  client: LiveClient
  versions: Map<string, number>
  /** The last fetched version of each group. A message with this or an earlier version does not count as doubled. */
  fetched: Map<string, number>
}
/** A version that `missing` screens have not received yet. `since` is the time in ms at which the waiting began. */
type PendingVersion = { missing: number; since: number; done?: () => void }
export type Group = {
  id: string
  screens: number
  requestedBroadcasts: number
  receivedByAll: number
  /** The time in ms at which the last screen received each of the last 1,000 versions. */
  receivedByAllAt: Map<number, number>
  pending: Map<number, PendingVersion>
}

// If a toggle waits for all screens, a message counts as lost when a screen has not received it after this time.
const overdueMs = 10_000

/** `bare` is true if the server only broadcasts. */
export const loadState = {
  bare: false,
  screens: [] as Screen[],
  groups: new Map<string, Group>(),
}

export const figures = { deliveries: 0, frames: 0, bytes: 0, lost: 0, doubled: 0, catchUpMs: 0 }

export function groupOf(id: string): Group {
  const known = loadState.groups.get(id)
  if (known) return known
  const fresh = {
    id,
    screens: 0,
    requestedBroadcasts: 0,
    receivedByAll: 0,
    receivedByAllAt: new Map(),
    pending: new Map(),
  }
  loadState.groups.set(id, fresh)
  return fresh
}

/** Resolves with the time in ms at which the last screen received the version, or at which waiting for it was given up. */
export async function receivedByAll(group: Group, version: number): Promise<number> {
  if (version > group.receivedByAll) {
    const pending = pendingVersion(group, version)
    await new Promise<void>(resolve => {
      const before = pending.done
      pending.done = () => {
        before?.()
        resolve()
      }
    })
  }
  return group.receivedByAllAt.get(version) ?? performance.now()
}

/** Records that one screen has received this version. The calls for a screen must name every version in ascending order. */
export function markReceived(group: Group, version: number): void {
  const pending = pendingVersion(group, version)
  if (--pending.missing > 0) return
  group.receivedByAll = version
  group.receivedByAllAt.set(version, performance.now())
  group.receivedByAllAt.delete(version - 1_000)
  group.pending.delete(version)
  pending.done?.()
}

/** Counts overdue messages as lost and stops waiting for them. Returns a function that ends the counting. */
export function startCountingOverdue(): () => void {
  const timer = setInterval(() => {
    for (const { pending } of loadState.groups.values()) {
      for (const version of pending.values()) {
        if (!version.done || performance.now() - version.since < overdueMs) continue
        figures.lost += version.missing
        version.done()
        version.done = undefined
      }
    }
  }, 1_000)
  return () => clearInterval(timer)
}

function pendingVersion(group: Group, version: number): PendingVersion {
  const pending = group.pending.get(version) ?? { missing: group.screens, since: performance.now() }
  group.pending.set(version, pending)
  return pending
}
