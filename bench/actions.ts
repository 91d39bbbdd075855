import { send } from './http-connection.ts'
import { figures, type Group, groupOf, loadState, receivedByAll, type Screen } from './load-state.ts'
import type { LoadTask } from './load-task.ts'
import { cutConnectionsOf } from './screens.ts'

const requestedStatus = new Map<string, boolean>()
const togglingUsers = new Set<string>()
const entityTags = new Map<string, string>()

/** Returns the latency of each toggle in ms. */
export async function measureToggles({
  times,
  inFlight,
  cutShare,
}: LoadTask & { do: 'toggle' }): Promise<number[]> {
  const latencies: number[] = []
  let next = 0
  if (cutShare) void cutConnectionsOf(cutShare)
  const worker = async () => {
    while (next++ < times) {
      const screen = randomIdleScreen()
      togglingUsers.add(screen.user.userId)
      const startedAt = performance.now()
      const { group, version } = await (loadState.bare ? requestBroadcast(screen) : requestToggle(screen))
      const doneAt = cutShare ? performance.now() : await receivedByAll(group, version)
      latencies.push(doneAt - startedAt)
      togglingUsers.delete(screen.user.userId)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return latencies
}

export async function toggleEverybody({ inFlight }: LoadTask & { do: 'wave' }): Promise<number[]> {
  const latencies: number[] = []
  const remaining = [...loadState.screens]
  const worker = async () => {
    for (let screen = remaining.pop(); screen; screen = remaining.pop()) {
      const startedAt = performance.now()
      const { group, version } = await requestToggle(screen, screen.user.groupIds[0])
      latencies.push((await receivedByAll(group, version)) - startedAt)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return latencies
}

export async function requestPath({
  path,
  times,
  inFlight,
  conditional,
  tokens = loadState.screens.map(({ user }) => user.token),
}: LoadTask & { do: 'load' }): Promise<number[]> {
  const latencies: number[] = []
  let next = 0
  const worker = async () => {
    while (next < times) {
      const { url } = loadState.screens[next % loadState.screens.length] as Screen
      const token = tokens[next++ % tokens.length] as string
      const startedAt = performance.now()
      const tag = conditional ? entityTags.get(token) : undefined
      const condition = tag ? `If-None-Match: ${tag}\r\n` : ''
      const reply = await send(url, 'GET', path, token, '', condition)
      if (reply.status !== 200 && reply.status !== 304)
        throw new Error(`${path} was answered ${reply.status}`)
      if (reply.etag) entityTags.set(token, reply.etag)
      figures.bytes += reply.body.length
      latencies.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return latencies
}

export function clearRequestedStatus(): void {
  requestedStatus.clear()
}

async function requestToggle(
  { user, url }: Screen,
  groupId = user.groupIds[Math.floor(Math.random() * user.groupIds.length)] as string,
): Promise<{ group: Group; version: number }> {
  const { userId, token } = user
  const key = `${groupId} ${userId}`
  const status = !requestedStatus.get(key)
  requestedStatus.set(key, status)
  const path = `/api/groups/${groupId}/members/${userId}/availability`
  const reply = await send(url, 'PUT', path, token, `{"status":${status}}`)
  if (reply.status !== 200) throw new Error(`A toggle was answered ${reply.status}: ${reply.body}`)
  return { group: groupOf(groupId), version: (JSON.parse(reply.body) as { version: number }).version }
}

async function requestBroadcast({ user, client }: Screen): Promise<{ group: Group; version: number }> {
  const group = groupOf(user.groupIds[0] ?? '')
  client.send('go')
  return { group, version: ++group.requestedBroadcasts }
}

function randomIdleScreen(): Screen {
  for (;;) {
    const screen = loadState.screens[Math.floor(Math.random() * loadState.screens.length)]
    if (screen && !togglingUsers.has(screen.user.userId)) return screen
  }
}
