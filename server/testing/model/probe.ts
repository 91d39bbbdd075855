import { vi } from 'vitest'
import { commit } from '#platform/database/commit.ts'
import { groupTopic } from '#platform/live/connections.ts'
import { sendTo, tell } from '#platform/live/tell.ts'
import { probeMessage } from './probe-message.ts'
import type { Node } from './site.ts'
import type { Tab } from './tab.ts'

// Probes are repeated, because a probe is lost if it is sent while the bus is interrupted.
const resendMs = 250
const end = 'end of probes'

let lastProbe = 0

/**
 * Sends a numbered probe from every node to every group and then to every user. When a tab has received a node's probe to the
 * tab's user, all earlier messages of this node to the tab have arrived or are lost. Returns for each tab which probes to groups
 * it received, as texts of `probeName`.
 */
export async function probe(
  nodes: Node[],
  { userIds, groupIds }: { userIds: string[]; groupIds: string[] },
  tabs: Tab[],
): Promise<Map<Tab, string[]>> {
  const numbers = nodes.map(() => ++lastProbe)
  const send = () => {
    for (const [n, { services }] of nodes.entries()) {
      const probeNumber = numbers[n] as number
      // While the database is away, nothing is sent, and the next round is.
      commit(services, async transaction => {
        for (const id of groupIds)
          tell(transaction, ['publish', groupTopic(id), probeMessage(id, probeNumber)])
        for (const userId of userIds) sendTo(transaction, userId, probeMessage(end, probeNumber))
      }).catch(() => {})
    }
  }
  const missingNodes = (tab: Tab) =>
    numbers.flatMap((probeNumber, n) => (tab.probes.get(probeNumber)?.has(end) ? [] : [n]))
  send()
  const timer = setInterval(send, resendMs)
  try {
    await vi.waitFor(
      () => {
        const waiting = tabs.filter(tab => missingNodes(tab).length > 0)
        const describe = (tab: Tab) =>
          `node ${missingNodes(tab).join(' and ')}, by a tab whose socket is ${tab.screen.socket.readyState}`
        if (waiting.length > 0) throw new Error(`No probe was received from ${waiting.map(describe)}`)
      },
      { interval: 2 },
    )
  } finally {
    clearInterval(timer)
  }
  const received = (tab: Tab) =>
    numbers.flatMap((probeNumber, n) =>
      [...(tab.probes.get(probeNumber) ?? [])].filter(id => id !== end).map(id => probeName(id, n)),
    )
  return new Map(tabs.map(tab => [tab, received(tab).sort()]))
}

export function probeName(groupId: string, node: number): string {
  return `${groupId} from node ${node}`
}
