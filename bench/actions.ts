import { send } from './http-connection.ts'
import type { LoadTask } from './load-task.ts'
import { cutConnectionsOf } from './screens.ts'
import { figures, type Group, groupOf, receivedByAll, type Screen, watch } from './watch.ts'

const availableNow = new Map<string, boolean>()
const busy = new Set<string>()
const tags = new Map<string, string>()

/** Returns for each toggle the ms until the last screen had received it. While connections are cut, until the answer. */
export async function toggle({ times, inFlight, cutShare }: LoadTask & { do: 'toggle' }): Promise<number[]> {
  const latencies: number[] = []
  let next = 0
  if (cutShare) void cutConnectionsOf(cutShare)
  const worker = async () => {
    while (next++ < times) {
      const screen = idleScreen()
      busy.add(screen.person.userId)
      const startedAt = performance.now()
      const { group, version } = await (watch.bare ? requestBroadcast(screen) : requestToggle(screen))
      const doneAt = cutShare ? performance.now() : await receivedByAll(group, version)
      latencies.push(doneAt - startedAt)
      busy.delete(screen.person.userId)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return latencies
}

export async function wave({ inFlight }: LoadTask & { do: 'wave' }): Promise<number[]> {
  const latencies: number[] = []
  const everybody = [...watch.screens]
  const worker = async () => {
    for (let screen = everybody.pop(); screen; screen = everybody.pop()) {
      const startedAt = performance.now()
      const { group, version } = await requestToggle(screen, screen.person.groupIds[0])
      latencies.push((await receivedByAll(group, version)) - startedAt)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return latencies
}

/** Returns the duration of each load in ms. */
export async function load({
  path,
  times,
  inFlight,
  conditional,
}: LoadTask & { do: 'load' }): Promise<number[]> {
  const latencies: number[] = []
  let next = 0
  const worker = async () => {
    while (next < times) {
      const { person, url } = watch.screens[next++ % watch.screens.length] as Screen
      const startedAt = performance.now()
      const tag = conditional ? tags.get(person.userId) : undefined
      const unless = tag ? `If-None-Match: ${tag}\r\n` : ''
      const reply = await send(url, 'GET', path, person.token, '', unless)
      if (reply.status !== 200 && reply.status !== 304)
        throw new Error(`${path} was answered ${reply.status}`)
      if (reply.etag) tags.set(person.userId, reply.etag)
      figures.bytes += reply.body.length
      latencies.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return latencies
}

export function forgetToggles(): void {
  availableNow.clear()
}

async function requestToggle(
  { person, url }: Screen,
  groupId = person.groupIds[Math.floor(Math.random() * person.groupIds.length)] as string,
): Promise<{ group: Group; version: number }> {
  const { userId, token } = person
  const key = `${groupId} ${userId}`
  const available = !availableNow.get(key)
  availableNow.set(key, available)
  const path = `/api/groups/${groupId}/members/${userId}/availability`
  const { status, body } = await send(url, 'PUT', path, token, `{"status":${available}}`)
  if (status !== 200) throw new Error(`A toggle was answered ${status}: ${body}`)
  return { group: groupOf(groupId), version: (JSON.parse(body) as { version: number }).version }
}

async function requestBroadcast({ person, client }: Screen): Promise<{ group: Group; version: number }> {
  const group = groupOf(person.groupIds[0] ?? '')
  client.send('go')
  return { group, version: ++group.asked }
}

// A random person without a toggle in flight.
function idleScreen(): Screen {
  for (;;) {
    const screen = watch.screens[Math.floor(Math.random() * watch.screens.length)]
    if (screen && !busy.has(screen.person.userId)) return screen
  }
}
