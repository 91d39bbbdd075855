import { below, seededRandom } from './random.ts'
import type { Site } from './site.ts'

/** A cell is a PostgreSQL server that stores a random part of the groups. The average leaves out users without groups. */
export function averageCellsOfUser({ population, assumptions }: Site, cells: number): number {
  const random = seededRandom(assumptions.seed)
  const cellOf = population.membersOf.map(() => below(random, cells))
  const users = population.groupsOf.filter(groups => groups.length > 0)
  const found = users.map(groups => new Set(groups.map(group => cellOf[group])).size)
  return found.reduce((sum, count) => sum + count, 0) / users.length
}
