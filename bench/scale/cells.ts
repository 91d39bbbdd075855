import { below, seededRandom } from './random.ts'
import type { Site } from './site.ts'

/** The average number of cells with groups of one person, if groups are assigned to cells at random. */
export function cellsOfPerson({ population, assumptions }: Site, cells: number): number {
  const random = seededRandom(assumptions.seed)
  const cellOf = population.membersOf.map(() => below(random, cells))
  const people = population.groupsOf.filter(groups => groups.length > 0)
  const found = people.map(groups => new Set(groups.map(group => cellOf[group])).size)
  return found.reduce((sum, count) => sum + count, 0) / people.length
}
