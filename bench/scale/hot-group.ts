import { simulateCommits } from './commits.ts'
import { seededRandom } from './random.ts'
import type { Site } from './site.ts'

/** All members are connected, and each toggles once a minute on average. `frames` is the number of frames per second to all members. */
export function simulateHotGroup(
  { assumptions, costs }: Site,
  { members, nodes }: { members: number; nodes: number },
) {
  const seconds = 60
  const perSecond = members / seconds
  const load = { nodes, perSecond, seconds, drawGroup: () => 0 }
  const result = simulateCommits(load, { assumptions, costs, random: seededRandom(assumptions.seed) })
  // All toggles of a commit are sent to each member in one frame.
  const frames = (result.commits / seconds) * members
  return { ...result, frames, nodeCores: (perSecond * costs.request + frames * costs.frame) / 1e6 }
}
