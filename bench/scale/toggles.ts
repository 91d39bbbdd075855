import type { Population } from './population.ts'
import { below, type Random } from './random.ts'

export type RandomToggle = { actor: number; group: number }

export type DeliveryCounts = {
  toggles: RandomToggle[]
  deliveries: number
  /** The number of other members of the group, online or not, added up over all toggles. */
  others: number
  receivedBy: Uint32Array
}

/** Each toggle belongs to a random membership, so the expected number of toggles of a group is proportional to its size. */
export function drawToggles({ membersOf }: Population, count: number, random: Random): RandomToggle[] {
  const groupOfMembership = membersOf.flatMap((members, group) => members.map(() => group))
  return Array.from({ length: count }, () => {
    const group = groupOfMembership[below(random, groupOfMembership.length)] as number
    const members = membersOf[group] as number[]
    return { group, actor: members[below(random, members.length)] as number }
  })
}

export function countDeliveries(
  { membersOf, isOnline }: Population,
  toggles: RandomToggle[],
): DeliveryCounts {
  const receivedBy = new Uint32Array(isOnline.length)
  let [deliveries, others] = [0, 0]
  for (const { group, actor } of toggles)
    for (const user of membersOf[group] as number[]) {
      if (user === actor) continue
      others++
      if (!isOnline[user]) continue
      deliveries++
      receivedBy[user] = (receivedBy[user] ?? 0) + 1
    }
  return { toggles, deliveries, others, receivedBy }
}

/**
 * Returns the average number of other nodes to which a toggle is sent. These are the nodes with another online member of the group.
 * Each user is on a random node.
 */
export function nodesReached(
  { membersOf, isOnline }: Population,
  toggles: RandomToggle[],
  { nodes, random }: { nodes: number; random: Random },
): number {
  let total = 0
  for (const { group, actor } of toggles) {
    const found = new Set<number>()
    const own = below(random, nodes)
    for (const user of membersOf[group] as number[])
      if (user !== actor && isOnline[user]) found.add(below(random, nodes))
    found.delete(own)
    total += found.size
  }
  return total / toggles.length
}
