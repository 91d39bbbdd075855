import type { Population } from './population.ts'
import { below, type Random } from './random.ts'

export type Drawn = { actor: number; group: number }

/** What became of toggles that were drawn: each is delivered to every other member of its group who is online. */
export type Told = {
  toggles: Drawn[]
  deliveries: number
  /** Of all the others, online or not: who would have a notification. */
  others: number
  /** How much reached each person. */
  heardBy: Uint32Array
}

/** Anybody, in any of their groups: a large group meets more of them. */
export function drawToggles({ membersOf }: Population, count: number, random: Random): Drawn[] {
  const groupOfSeat = membersOf.flatMap((members, group) => members.map(() => group))
  return Array.from({ length: count }, () => {
    const group = groupOfSeat[below(random, groupOfSeat.length)] as number
    const members = membersOf[group] as number[]
    return { group, actor: members[below(random, members.length)] as number }
  })
}

export function tell({ membersOf, isOnline }: Population, toggles: Drawn[]): Told {
  const heardBy = new Uint32Array(isOnline.length)
  let [deliveries, others] = [0, 0]
  for (const { group, actor } of toggles)
    for (const person of membersOf[group] as number[]) {
      if (person === actor) continue
      others++
      if (!isOnline[person]) continue
      deliveries++
      heardBy[person] = (heardBy[person] ?? 0) + 1
    }
  return { toggles, deliveries, others, heardBy }
}

/** How many other nodes have somebody online who must hear of a toggle, when people are spread over the nodes by chance. */
export function nodesConcerned(
  { membersOf, isOnline }: Population,
  toggles: Drawn[],
  { nodes, random }: { nodes: number; random: Random },
): number {
  let concerned = 0
  for (const { group, actor } of toggles) {
    const found = new Set<number>()
    const own = below(random, nodes)
    for (const person of membersOf[group] as number[])
      if (person !== actor && isOnline[person]) found.add(below(random, nodes))
    found.delete(own)
    concerned += found.size
  }
  return concerned / toggles.length
}

/**
 * The share of people who are told of something at least once in a while, when each member of each group notifies the others
 * so many times in it on average.
 */
export function shareTold({ groupsOf, membersOf }: Population, notifiesEach: number): number {
  let told = 0
  for (const groups of groupsOf) {
    const others = groups.reduce((sum, group) => sum + (membersOf[group] as number[]).length - 1, 0)
    told += 1 - Math.exp(-others * notifiesEach)
  }
  return told / groupsOf.length
}
