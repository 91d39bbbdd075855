import { below, seededRandom } from './random.ts'
import type { Site } from './site.ts'

/** In how many cells the groups of one person lie on average, when groups are put into cells by chance. */
export function cellsOfPerson({ population, assumptions }: Site, cells: number): number {
  const random = seededRandom(assumptions.seed)
  const cellOf = population.membersOf.map(() => below(random, cells))
  const people = population.groupsOf.filter(groups => groups.length > 0)
  const found = people.map(groups => new Set(groups.map(group => cellOf[group])).size)
  return found.reduce((sum, count) => sum + count, 0) / people.length
}
