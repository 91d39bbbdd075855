import { send } from './http-connection.ts'
import type { LoadTask } from './load-task.ts'
import { cutConnectionsOf } from './screens.ts'
import { figures, type Group, groupOf, receivedByAll, type Screen, watch } from './watch.ts'

/** The last requested status of each membership. */
const requestedStatus = new Map<string, boolean>()
const togglingUsers = new Set<string>()
const entityTags = new Map<string, string>()

/**
 * Requests toggles or, from a server that only broadcasts, broadcasts. Returns the latency of each in ms: until the last screen has
 * received the message or, if connections are cut, until the response.
 */
export async function toggle({ times, inFlight, cutShare }: LoadTask & { do: 'toggle' }): Promise<number[]> {
  const latencies: number[] = []
  let next = 0
  if (cutShare) void cutConnectionsOf(cutShare)
  const worker = async () => {
    while (next++ < times) {
      const screen = randomIdleScreen()
      togglingUsers.add(screen.user.userId)
      const startedAt = performance.now()
      const { group, version } = await (watch.bare ? requestBroadcast(screen) : requestToggle(screen))
      const doneAt = cutShare ? performance.now() : await receivedByAll(group, version)
      latencies.push(doneAt - startedAt)
      togglingUsers.delete(screen.user.userId)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return latencies
}

/** Every user toggles once, in the user's first group. Returns the latency of each toggle in ms. */
export async function toggleEverybody({ inFlight }: LoadTask & { do: 'wave' }): Promise<number[]> {
  const latencies: number[] = []
  const remaining = [...watch.screens]
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

/** Returns the duration of each request in ms. A conditional request sends the entity tag of the last response to the same token. */
export async function loadPages({
  path,
  times,
  inFlight,
  conditional,
  tokens = watch.screens.map(({ user }) => user.token),
}: LoadTask & { do: 'load' }): Promise<number[]> {
  const latencies: number[] = []
  let next = 0
  const worker = async () => {
    while (next < times) {
      const { url } = watch.screens[next % watch.screens.length] as Screen
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
    const screen = watch.screens[Math.floor(Math.random() * watch.screens.length)]
    if (screen && !togglingUsers.has(screen.user.userId)) return screen
  }
}
