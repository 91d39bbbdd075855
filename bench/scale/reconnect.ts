import type { Assumptions } from './assumptions.ts'
import type { Costs } from './costs.ts'
import type { Random } from './random.ts'

// As in the web app after a restart.
const jitter = { from: 0.5, to: 4 }
const stepSeconds = 0.01

/**
 * Seconds until the last connection of a restarted node is open on another node and has read its dashboard. `spare` is the free
 * share of each core.
 */
export function simulateReconnect(
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

// In the order of arrival, one at a time.
function lastServed(count: number, seconds: number, random: Random): number {
  const arrivals = new Uint32Array((jitter.to - jitter.from) / stepSeconds)
  for (let one = 0; one < count; one++) {
    const step = Math.floor(random() * arrivals.length)
    arrivals[step] = (arrivals[step] ?? 0) + 1
  }
  let free = jitter.from
  for (const [step, count] of arrivals.entries())
    free = Math.max(free, jitter.from + step * stepSeconds) + count * seconds
  return free
}
