import type { Group } from '@grouplight/contract/group.ts'

/** One member's availability: who, whether available, and since when (milliseconds since 1970). */
export type AvailabilityChange = { userId: string; status: boolean; sinceMs: number }

// Longer than any request takes; short enough that a restored database never meets changes it forgot.
const rememberedMs = 60_000

type Toggle = { version: number; changes: AvailabilityChange[]; heardAt: number }

const remembered = new Map<string, Toggle[]>()

/** Keeps a live change for a while, for answers that were read before it and arrive after it. */
export function rememberToggle(groupId: string, version: number, changes: AvailabilityChange[]): void {
  const toggles = [...recentToggles(groupId), { version, changes, heardAt: Date.now() }]
  remembered.set(
    groupId,
    toggles.sort((one, other) => one.version - other.version),
  )
}

/** Whether a live change was heard of already. */
export function isRemembered(groupId: string, version: number): boolean {
  return recentToggles(groupId).some(toggle => toggle.version === version)
}

/** The group with every remembered change that follows its version without a gap; the same object when none does. */
export function caughtUp(group: Group): Group {
  return recentToggles(group.id)
    .filter(toggle => toggle.version > group.version)
    .reduce(
      (known, { version, changes }) =>
        version === known.version + 1 ? { ...changes.reduce(withAvailability, known), version } : known,
      group,
    )
}

/** The group with one member's availability changed. On a card, a member beyond the first 12 only counts. */
export function withAvailability(group: Group, { userId, status, sinceMs }: AvailabilityChange): Group {
  const change = { status, lastUpdated: new Date(sinceMs).toISOString() }
  const before = group.members.find(member => member.userId === userId)
  const wasAvailable = before ? before.status : !change.status
  return {
    ...group,
    availableCount: group.availableCount + Number(change.status) - Number(wasAvailable),
    members: group.members.map(member => (member === before ? { ...member, ...change } : member)),
  }
}

function recentToggles(groupId: string): Toggle[] {
  const since = Date.now() - rememberedMs
  return remembered.get(groupId)?.filter(toggle => toggle.heardAt > since) ?? []
}
