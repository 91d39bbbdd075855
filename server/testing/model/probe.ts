import { vi } from 'vitest'
import { groupTopic } from '#group/topic.ts'
import type { Node } from './site.ts'
import type { Tab } from './tab.ts'

const patienceMs = 500

let rounds = 0

/**
 * Lets each node say a word to every group and then to every person, as operations do. What the nodes said before has then
 * arrived, too; answered by tab is in which groups a word was heard, and from how many nodes.
 */
export async function probe(
  nodes: Node[],
  { people, groupIds }: { people: string[]; groupIds: string[] },
  tabs: Tab[],
): Promise<Map<Tab, Record<string, number>>> {
  // No group was ever at such a version: a tab takes no notice.
  const round = -++rounds
  for (const [n, { services }] of nodes.entries()) {
    for (const id of groupIds) services.hub.publish(groupTopic(id), ['group.changed', id, round])
    for (const person of people) services.hub.tell(person, ['group.changed', `node ${n}`, round])
  }
  const heard = (tab: Tab) => {
    const counts: Record<string, number> = {}
    for (const groupId of tab.probes.get(round) ?? []) counts[groupId] = (counts[groupId] ?? 0) + 1
    return counts
  }
  const last = nodes.map((_, n) => `node ${n}`)
  const hasHeard = (tab: Tab) => last.every(word => heard(tab)[word])
  await vi.waitUntil(() => tabs.every(hasHeard), { timeout: patienceMs, interval: 2 })
  return new Map(
    tabs.map(tab => {
      const groups = Object.entries(heard(tab)).filter(([key]) => !last.includes(key))
      return [tab, Object.fromEntries(groups)]
    }),
  )
}
