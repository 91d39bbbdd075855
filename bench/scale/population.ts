import type { Assumptions } from './assumptions.ts'
import { below, normal, type Random } from './random.ts'

/** A random sample of users. The index of `groupsOf` and `isOnline` is a user. The index of `membersOf` is a group. */
export type Population = { groupsOf: number[][]; membersOf: number[][]; isOnline: boolean[] }

export function drawPopulation(assumptions: Assumptions, random: Random): Population {
  const { users, groupsEach, online } = assumptions
  const groupsOf: number[][] = Array.from({ length: users }, () => [])
  const membersOf: number[][] = []
  for (let memberships = users * groupsEach; memberships > 0; ) {
    const group = membersOf.length
    const members = new Set<number>()
    for (let size = Math.min(groupSize(assumptions, random), users); members.size < size; )
      members.add(below(random, users))
    for (const user of members) groupsOf[user]?.push(group)
    membersOf.push([...members])
    memberships -= members.size
  }
  return { groupsOf, membersOf, isOnline: groupsOf.map(() => random() < online) }
}

function groupSize({ medianGroup, groupSpread, largestGroup }: Assumptions, random: Random): number {
  const size = Math.round(medianGroup * Math.exp(groupSpread * normal(random)))
  return Math.min(largestGroup, Math.max(2, size))
}
