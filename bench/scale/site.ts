import type { Assumptions } from './assumptions.ts'
import type { Costs } from './costs.ts'
import { drawPopulation, type Population } from './population.ts'
import { seededRandom } from './random.ts'
import { type Drawn, drawToggles, shareTold, tell } from './toggles.ts'

const drawnToggles = 20_000
const daySeconds = 86_400

/** One drawn population that stands for sites of any size. */
export type Site = {
  assumptions: Assumptions
  costs: Costs
  population: Population
  toggles: Drawn[]
  /** Of one toggle, on average. */
  deliveriesEach: number
  othersEach: number
  /** Of all people, between two checkpoints in the busy hour. */
  shareTold: number
}

export function drawSite(assumptions: Assumptions, costs: Costs): Site {
  const random = seededRandom(assumptions.seed)
  const population = drawPopulation(assumptions, random)
  const toggles = drawToggles(population, drawnToggles, random)
  const { deliveries, others } = tell(population, toggles)
  const { togglesADay, peakFactor, toAvailable, checkpointMinutes, groupsEach } = assumptions
  const inWhile = (togglesADay * peakFactor * toAvailable * checkpointMinutes) / (24 * 60) / groupsEach
  return {
    assumptions,
    costs,
    population,
    toggles,
    deliveriesEach: deliveries / toggles.length,
    othersEach: others / toggles.length,
    shareTold: shareTold(population, inWhile),
  }
}

/** What so many members do: per second in the busy hour, and with the burst that begins it. */
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
