import { vi } from 'vitest'
import { groupTopic } from '#group/topic.ts'
import { probeOf } from './probe-message.ts'
import type { Node } from './site.ts'
import type { Tab } from './tab.ts'

const patienceMs = 5_000
// What is said while the bus is away is lost.
const againMs = 250

let said = 0

/**
 * Lets each node say a word to every group and then to every person, as operations do. What the nodes said before has then
 * arrived, too. Answered by tab is of which groups a word was heard, each with its node.
 */
export async function probe(
  nodes: Node[],
  { people, groupIds }: { people: string[]; groupIds: string[] },
  tabs: Tab[],
): Promise<Map<Tab, string[]>> {
  const words = nodes.map(() => ++said)
  const say = () => {
    for (const [n, { services }] of nodes.entries()) {
      const word = words[n] as number
      for (const id of groupIds) services.hub.publish(groupTopic(id), probeOf(id, word))
      for (const person of people) services.hub.sendTo(person, probeOf('all said', word))
    }
  }
  const hasHeardAll = (tab: Tab) => words.every(word => tab.probes.get(word)?.has('all said'))
  say()
  const timer = setInterval(say, againMs)
  try {
    await vi.waitFor(
      () => {
        const deaf = tabs.filter(tab => !hasHeardAll(tab))
        if (deaf.length > 0) throw new Error(`Not heard: ${deaf.map(tab => missing(tab, words))}`)
      },
      { timeout: patienceMs, interval: 2 },
    )
  } finally {
    clearInterval(timer)
  }
  const heard = (tab: Tab) =>
    words.flatMap((word, n) => [...(tab.probes.get(word) ?? [])].map(groupId => wordOf(groupId, n)))
  return new Map(
    tabs.map(tab => [
      tab,
      heard(tab)
        .filter(word => !word.startsWith('all said'))
        .sort(),
    ]),
  )
}

function missing(tab: Tab, words: number[]): string {
  const from = words.flatMap((word, n) => (tab.probes.get(word)?.has('all said') ? [] : [n]))
  return `node ${from.join(' and ')}, by a tab whose socket is ${tab.screen.socket.readyState}`
}

export function wordOf(groupId: string, node: number): string {
  return `${groupId} from node ${node}`
}
