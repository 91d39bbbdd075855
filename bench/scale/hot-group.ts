import { type Simulated, simulateCommits } from './commits.ts'
import { seededRandom } from './random.ts'
import type { Site } from './site.ts'

/** Simulates that all members of one group toggle within a few seconds on different nodes. */
export function simulateHotGroup(
  { assumptions, costs }: Site,
  { members, seconds, nodes }: { members: number; seconds: number; nodes: number },
): Simulated {
  const random = seededRandom(assumptions.seed)
  const draw = () => ({ group: 0, rows: random() < assumptions.toAvailable ? members - 1 : 0 })
  const load = { nodes, perSecond: members / seconds, seconds, bus: 'nats' as const, draw }
  return simulateCommits(load, { assumptions, costs, random })
}
