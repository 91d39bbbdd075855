import type { Assumptions } from './assumptions.ts'
import type { Costs } from './costs.ts'
import { drawPopulation, type Population } from './population.ts'
import { seededRandom } from './random.ts'
import { countDeliveries, drawToggles, type RandomToggle } from './toggles.ts'

const drawnToggles = 20_000
const daySeconds = 86_400

/** A random sample, from which the figures of larger sites are calculated. */
export type Site = {
  assumptions: Assumptions
  costs: Costs
  population: Population
  toggles: RandomToggle[]
  deliveriesEach: number
  othersEach: number
  membersPerGroup: number
}

export function drawSite(assumptions: Assumptions, costs: Costs): Site {
  const random = seededRandom(assumptions.seed)
  const population = drawPopulation(assumptions, random)
  const toggles = drawToggles(population, drawnToggles, random)
  const { deliveries, others } = countDeliveries(population, toggles)
  const memberships = population.membersOf.reduce((sum, members) => sum + members.length, 0)
  return {
    assumptions,
    costs,
    population,
    toggles,
    deliveriesEach: deliveries / toggles.length,
    othersEach: others / toggles.length,
    membersPerGroup: memberships / population.membersOf.length,
  }
}

/**
 * Returns the load of the busy hour, which begins with a burst of toggles. `burstToggles` is the number of toggles that the burst
 * adds. These are rates per second: `toggles` and `deliveries` during the burst, `steadyToggles` after it, `opens` and `emails`.
 */
export function rushOf({ assumptions, deliveriesEach }: Site, users: number) {
  const { togglesADay, peakFactor, burstShare, burstSeconds, opensADay, emailsADay, toAvailable } =
    assumptions
  const busy = (aDay: number) => (users * aDay * peakFactor) / daySeconds
  const burstToggles = users * burstShare
  const steadyToggles = busy(togglesADay)
  const toggles = steadyToggles + burstToggles / burstSeconds
  return {
    online: users * assumptions.online,
    toggles,
    burstToggles,
    steadyToggles,
    deliveries: toggles * deliveriesEach,
    opens: busy(opensADay),
    emails: busy(emailsADay),
    noticesADay: users * togglesADay * toAvailable,
  }
}
