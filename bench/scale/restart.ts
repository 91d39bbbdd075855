import type { Assumptions } from './assumptions.ts'
import type { Costs } from './costs.ts'
import type { Random } from './random.ts'

// As the browser does after a restart.
const jitter = { from: 0.5, to: 4 }
const stepSeconds = 0.01

/**
 * Seconds until the last connection of a node that restarts is open on another, which has so much of its core to spare, and has
 * read its dashboard.
 */
export function playReturn(
  { connections, nodes, spare }: { connections: number; nodes: number; spare: number },
  { assumptions, costs, random }: { assumptions: Assumptions; costs: Costs; random: Random },
): number {
  const onNode = (costs.opening + costs.unchanged) / 1e6 / spare
  const inDatabase = (costs.openingInDatabase + costs.unchangedInDatabase) / 1e6 / (1 - assumptions.busy)
  return Math.max(
    lastServed(Math.ceil(connections / (nodes - 1)), onNode, random),
    lastServed(connections, inDatabase / assumptions.databaseCores, random),
  )
}

// One after the other, in the order in which they come.
function lastServed(count: number, seconds: number, random: Random): number {
  const arrivals = new Uint32Array((jitter.to - jitter.from) / stepSeconds)
  for (let one = 0; one < count; one++) {
    const step = Math.floor(random() * arrivals.length)
    arrivals[step] = (arrivals[step] ?? 0) + 1
  }
  let free = jitter.from
  for (const [step, came] of arrivals.entries())
    free = Math.max(free, jitter.from + step * stepSeconds) + came * seconds
  return free
}
