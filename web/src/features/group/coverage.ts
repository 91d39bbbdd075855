import type { Group } from '@grouplight/contract/group.ts'

type Coverage = { level: 'enough' | 'tooFew' | 'nobodyConfirmed' | 'nobody'; covered: number; needed: number }

/**
 * `covered` is the number of Available members without an open question. The level 'nobodyConfirmed' means that every Available
 * member has an open question. Returns null if the group has no needed number.
 */
export function coverageOf(
  group: Pick<Group, 'needed' | 'availableCount' | 'unconfirmedCount'>,
): Coverage | null {
  const { needed, availableCount, unconfirmedCount = 0 } = group
  if (needed === undefined) return null
  const covered = Math.max(0, availableCount - unconfirmedCount)
  if (covered >= needed) return { level: 'enough', covered, needed }
  const level = covered > 0 ? 'tooFew' : unconfirmedCount > 0 ? 'nobodyConfirmed' : 'nobody'
  return { level, covered, needed }
}
