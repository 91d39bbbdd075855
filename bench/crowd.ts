import { Agent, request } from 'node:http'
import { WebSocket } from 'ws'
import type { Someone } from './seed.ts'

/** What the parent asks of the crowd, and what it answers. */
export type CrowdTask = { url: string; people: Someone[]; toggles: number; inFlight: number }
export type CrowdResult = {
  toggles: number
  seconds: number
  deliveries: number
  /** Deliveries that did not come, came twice, or out of order. */
  lost: number
  doubled: number
  bytesPerDelivery: number
  latencyMs: { p50: number; p99: number }
}

type Member = Someone & { available: boolean; busy: boolean; versions: Map<string, number> }
type Toggle = { startedAt: number; missing: number; answered: boolean; done(): void }

// A process of its own: what it costs to watch must not be counted as the server's.
process.on('message', async (task: CrowdTask) => {
  process.send?.(await run(task))
})

let members: Member[] = []
let sockets: WebSocket[] = []
const figures = { deliveries: 0, bytes: 0, doubled: 0 }
const underWay = new Map<string, Toggle>()

async function run({ url, people, toggles, inFlight }: CrowdTask): Promise<CrowdResult> {
  if (sockets.length === 0) await connect(url, people)
  Object.assign(figures, { deliveries: 0, bytes: 0, doubled: 0 })
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight })
  const sizes = new Map<string, number>()
  for (const { groupIds } of members) for (const id of groupIds) sizes.set(id, (sizes.get(id) ?? 0) + 1)

  const latencies: number[] = []
  const startedAt = performance.now()
  let next = 0
  const worker = async () => {
    while (next < toggles) {
      const member = idleMember(next++)
      const groupId = member.groupIds[0] ?? ''
      latencies.push(await toggle(url, agent, member, groupId, sizes.get(groupId) ?? 0))
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  latencies.sort((a, b) => a - b)
  const lost = [...underWay.values()].reduce((sum, { missing }) => sum + missing, 0)
  const { deliveries, bytes, doubled } = figures
  const percentile = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0
  return {
    toggles,
    seconds,
    deliveries,
    lost,
    doubled,
    bytesPerDelivery: bytes / deliveries,
    latencyMs: { p50: percentile(0.5), p99: percentile(0.99) },
  }
}

async function connect(url: string, people: Someone[]): Promise<void> {
  members = people.map(person => ({ ...person, available: false, busy: false, versions: new Map() }))
  for (let from = 0; from < members.length; from += 50) {
    sockets = sockets.concat(
      await Promise.all(members.slice(from, from + 50).map(member => open(url, member))),
    )
  }
}

function open(url: string, member: Member): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, {
      headers: { authorization: `Bearer ${member.token}` },
      perMessageDeflate: false,
    })
    socket.on('error', reject)
    socket.on('message', (data: Buffer) => {
      if (data[2] === 104)
        resolve(socket) // ["hello"
      else if (data[2] === 116) hear(member, data) // ["toggled"
    })
  })
}

function hear(member: Member, data: Buffer): void {
  const [, groupId, version, changes] = JSON.parse(data.toString()) as [
    string,
    string,
    number,
    [string, 0 | 1, number, number][],
  ]
  figures.bytes += data.length
  const have = member.versions.get(groupId)
  if (have !== undefined && version !== have + 1) figures.doubled++
  member.versions.set(groupId, version)
  for (const [userId] of changes) {
    figures.deliveries++
    const key = `${userId} ${groupId}`
    const toggle = underWay.get(key)
    if (!toggle) continue
    toggle.missing--
    settle(key, toggle)
  }
}

function settle(key: string, toggle: Toggle): void {
  if (toggle.missing > 0 || !toggle.answered) return
  underWay.delete(key)
  toggle.done()
}

/** One toggle, until its actor has the answer and everybody has heard. Answers how long that took, in ms. */
async function toggle(
  url: string,
  agent: Agent,
  member: Member,
  groupId: string,
  listeners: number,
): Promise<number> {
  member.busy = true
  member.available = !member.available
  const startedAt = performance.now()
  const key = `${member.userId} ${groupId}`
  const everywhere = new Promise<void>(done => {
    underWay.set(key, { startedAt, missing: listeners, answered: false, done })
  })
  await put(`${url}/api/groups/${groupId}/members/${member.userId}/availability`, agent, member)
  const toggle = underWay.get(key)
  if (toggle) {
    toggle.answered = true
    settle(key, toggle)
  }
  await everywhere
  member.busy = false
  return performance.now() - startedAt
}

function put(address: string, agent: Agent, { token, available }: Member): Promise<void> {
  const body = `{"available":${available}}`
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    }
    const asked = request(address, { method: 'PUT', agent, headers }, answer => {
      if (answer.statusCode !== 200) reject(new Error(`A toggle was answered ${answer.statusCode}`))
      answer.resume().on('end', resolve)
    })
    asked.on('error', reject).end(body)
  })
}

// Spread over the groups in an order that is the same in every run.
function idleMember(from: number): Member {
  for (let step = 0; ; step++) {
    const member = members[((from + step) * 7919) % members.length]
    if (member && !member.busy) return member
  }
}
