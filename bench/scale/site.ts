import type { Assumptions } from './assumptions.ts'
import type { Costs } from './costs.ts'
import { drawPopulation, type Population } from './population.ts'
import { seededRandom } from './random.ts'
import { countDeliveries, drawToggles, type RandomToggle, shareNotified } from './toggles.ts'

const drawnToggles = 20_000
const daySeconds = 86_400

/** A random sample of users and toggles. The figures of larger sites are calculated from this sample. */
export type Site = {
  assumptions: Assumptions
  costs: Costs
  population: Population
  toggles: RandomToggle[]
  /** The average number of screens that receive a toggle. */
  deliveriesEach: number
  /** The average number of other members in the group of a toggle. */
  othersEach: number
  /** The share of all users who are notified between two checkpoints in the busy hour. */
  shareNotified: number
}

export function drawSite(assumptions: Assumptions, costs: Costs): Site {
  const random = seededRandom(assumptions.seed)
  const population = drawPopulation(assumptions, random)
  const toggles = drawToggles(population, drawnToggles, random)
  const { deliveries, others } = countDeliveries(population, toggles)
  const { togglesADay, peakFactor, toAvailable, checkpointMinutes, groupsEach } = assumptions
  const notifiesEach = (togglesADay * peakFactor * toAvailable * checkpointMinutes) / (24 * 60) / groupsEach
  return {
    assumptions,
    costs,
    population,
    toggles,
    deliveriesEach: deliveries / toggles.length,
    othersEach: others / toggles.length,
    shareNotified: shareNotified(population, notifiesEach),
  }
}

/** Returns the load per second. Toggles are those of the burst at the start of the busy hour. */
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
