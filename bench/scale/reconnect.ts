import type { Assumptions } from './assumptions.ts'
import type { Costs } from './costs.ts'
import type { Random } from './random.ts'

// After a restart of its node, the web app waits for a random time in this range before it reconnects.
const delaySeconds = { from: 0.5, to: 4 }
const stepSeconds = 0.01

/**
 * Returns the seconds until the last client of a restarted node is connected to another node and has read its dashboard. `spare`
 * is the unused share of the CPU of each node.
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

/** Returns after how many seconds the last client is served. The clients arrive at random times. Serving each takes `seconds`. */
function lastServed(count: number, seconds: number, random: Random): number {
  const arrivals = new Uint32Array((delaySeconds.to - delaySeconds.from) / stepSeconds)
  for (let one = 0; one < count; one++) {
    const step = Math.floor(random() * arrivals.length)
    arrivals[step] = (arrivals[step] ?? 0) + 1
  }
  let free = delaySeconds.from
  for (const [step, count] of arrivals.entries())
    free = Math.max(free, delaySeconds.from + step * stepSeconds) + count * seconds
  return free
}
