import type { Assumptions } from './assumptions.ts'
import type { Costs } from './costs.ts'
import { drawPopulation, type Population } from './population.ts'
import { seededRandom } from './random.ts'
import { type Drawn, deliver, drawToggles, shareNotified } from './toggles.ts'

const drawnToggles = 20_000
const daySeconds = 86_400

/** One random population that stands for sites of any size. */
export type Site = {
  assumptions: Assumptions
  costs: Costs
  population: Population
  toggles: Drawn[]
  /** The average per toggle. */
  deliveriesEach: number
  othersEach: number
  /** The share of all people notified between two checkpoints in the busy hour. */
  shareNotified: number
}

export function drawSite(assumptions: Assumptions, costs: Costs): Site {
  const random = seededRandom(assumptions.seed)
  const population = drawPopulation(assumptions, random)
  const toggles = drawToggles(population, drawnToggles, random)
  const { deliveries, others } = deliver(population, toggles)
  const { togglesADay, peakFactor, toAvailable, checkpointMinutes, groupsEach } = assumptions
  const inWhile = (togglesADay * peakFactor * toAvailable * checkpointMinutes) / (24 * 60) / groupsEach
  return {
    assumptions,
    costs,
    population,
    toggles,
    deliveriesEach: deliveries / toggles.length,
    othersEach: others / toggles.length,
    shareNotified: shareNotified(population, inWhile),
  }
}

/** The load per second in the busy hour and in the burst at its start. */
export function rushOf({ assumptions, deliveriesEach, othersEach }: Site, members: number) {
  const { togglesADay, peakFactor, burstShare, burstSeconds, opensADay, emailsADay, toAvailable } =
    assumptions
  const busy = (aDay: number) => (members * aDay * peakFactor) / daySeconds
  const toggles = busy(togglesADay) + (members * burstShare) / burstSeconds
  return {
    online: members * assumptions.online,
    toggles,
    deliveries: toggles * deliveriesEach,
    rows: toggles * toAvailable * othersEach,
    opens: busy(opensADay),
    emails: busy(emailsADay),
    rowsADay: members * togglesADay * toAvailable * othersEach,
  }
}
