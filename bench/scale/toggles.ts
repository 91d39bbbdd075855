import type { Population } from './population.ts'
import { below, type Random } from './random.ts'

export type Drawn = { actor: number; group: number }

/** The result of toggles. Each is delivered to every other online member of its group. */
export type Delivered = {
  toggles: Drawn[]
  deliveries: number
  /** All other members, online or not. Each would get a notification. */
  others: number
  /** Deliveries to each person. */
  receivedBy: Uint32Array
}

/** A random member of a random group. Large groups are chosen more often. */
export function drawToggles({ membersOf }: Population, count: number, random: Random): Drawn[] {
  const groupOfSeat = membersOf.flatMap((members, group) => members.map(() => group))
  return Array.from({ length: count }, () => {
    const group = groupOfSeat[below(random, groupOfSeat.length)] as number
    const members = membersOf[group] as number[]
    return { group, actor: members[below(random, members.length)] as number }
  })
}

export function deliver({ membersOf, isOnline }: Population, toggles: Drawn[]): Delivered {
  const receivedBy = new Uint32Array(isOnline.length)
  let [deliveries, others] = [0, 0]
  for (const { group, actor } of toggles)
    for (const person of membersOf[group] as number[]) {
      if (person === actor) continue
      others++
      if (!isOnline[person]) continue
      deliveries++
      receivedBy[person] = (receivedBy[person] ?? 0) + 1
    }
  return { toggles, deliveries, others, receivedBy }
}

/** The average number of other nodes with an online member of the toggled group, if people are spread at random. */
export function nodesReached(
  { membersOf, isOnline }: Population,
  toggles: Drawn[],
  { nodes, random }: { nodes: number; random: Random },
): number {
  let total = 0
  for (const { group, actor } of toggles) {
    const found = new Set<number>()
    const own = below(random, nodes)
    for (const person of membersOf[group] as number[])
      if (person !== actor && isOnline[person]) found.add(below(random, nodes))
    found.delete(own)
    total += found.size
  }
  return total / toggles.length
}

/** The share of people who are notified at least once, if each member causes so many notifications in each group on average. */
export function shareNotified({ groupsOf, membersOf }: Population, notifiesEach: number): number {
  let notified = 0
  for (const groups of groupsOf) {
    const others = groups.reduce((sum, group) => sum + (membersOf[group] as number[]).length - 1, 0)
    notified += 1 - Math.exp(-others * notifiesEach)
  }
  return notified / groupsOf.length
}
