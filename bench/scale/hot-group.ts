import { type Played, playCommits } from './commits.ts'
import { seededRandom } from './random.ts'
import type { Site } from './site.ts'

/** All members of one group, spread over the nodes, toggle once within so many seconds: its row is held by one batch at a time. */
export function playHotGroup(
  { assumptions, costs }: Site,
  { members, seconds, nodes }: { members: number; seconds: number; nodes: number },
): Played {
  const random = seededRandom(assumptions.seed)
  const draw = () => ({ group: 0, rows: random() < assumptions.toAvailable ? members - 1 : 0 })
  const load = { nodes, perSecond: members / seconds, seconds, bus: 'nats' as const, draw }
  return playCommits(load, { assumptions, costs, random })
}
