import type { CrowdTask } from './crowd-task.ts'
import { askAt } from './http-line.ts'
import { cutSome } from './screens.ts'
import { everywhere, figures, type Group, groupOf, type Screen, watch } from './watch.ts'

const availableNow = new Map<string, boolean>()
const busy = new Set<string>()
const tags = new Map<string, string>()

/** Toggles, and gives how long each took until the last screen had it, in ms; while some are cut, until its answer. */
export async function toggle({ times, inFlight, cutShare }: CrowdTask & { do: 'toggle' }): Promise<number[]> {
  const latencies: number[] = []
  let next = 0
  if (cutShare) void cutSome(cutShare)
  const worker = async () => {
    while (next++ < times) {
      const screen = idleScreen()
      busy.add(screen.person.userId)
      const startedAt = performance.now()
      const { group, version } = await (watch.bare ? askBare(screen) : ask(screen))
      const doneAt = cutShare ? performance.now() : await everywhere(group, version)
      latencies.push(doneAt - startedAt)
      busy.delete(screen.person.userId)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return latencies
}

/** Everybody toggles once in their first group. */
export async function wave({ inFlight }: CrowdTask & { do: 'wave' }): Promise<number[]> {
  const latencies: number[] = []
  const everybody = [...watch.screens]
  const worker = async () => {
    for (let screen = everybody.pop(); screen; screen = everybody.pop()) {
      const startedAt = performance.now()
      const { group, version } = await ask(screen, screen.person.groupIds[0])
      latencies.push((await everywhere(group, version)) - startedAt)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return latencies
}

/** Loads, and gives how long each took, in ms. */
export async function load({
  path,
  times,
  inFlight,
  conditional,
}: CrowdTask & { do: 'load' }): Promise<number[]> {
  const latencies: number[] = []
  let next = 0
  const worker = async () => {
    while (next < times) {
      const { person, url } = watch.screens[next++ % watch.screens.length] as Screen
      const startedAt = performance.now()
      const tag = conditional ? tags.get(person.userId) : undefined
      const unless = tag ? `If-None-Match: ${tag}\r\n` : ''
      const reply = await askAt(url, 'GET', path, person.token, '', unless)
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

/** Nobody has toggled yet. */
export function forgetToggles(): void {
  availableNow.clear()
}

async function ask(
  { person, url }: Screen,
  groupId = person.groupIds[Math.floor(Math.random() * person.groupIds.length)] as string,
): Promise<{ group: Group; version: number }> {
  const { userId, token } = person
  const key = `${groupId} ${userId}`
  const available = !availableNow.get(key)
  availableNow.set(key, available)
  const path = `/api/groups/${groupId}/members/${userId}/availability`
  const { status, body } = await askAt(url, 'PUT', path, token, `{"status":${available}}`)
  if (status !== 200) throw new Error(`A toggle was answered ${status}: ${body}`)
  return { group: groupOf(groupId), version: (JSON.parse(body) as { version: number }).version }
}

async function askBare({ person, client }: Screen): Promise<{ group: Group; version: number }> {
  const group = groupOf(person.groupIds[0] ?? '')
  client.say('go')
  return { group, version: ++group.asked }
}

// Anybody, as people do; one person toggles once at a time.
function idleScreen(): Screen {
  for (;;) {
    const screen = watch.screens[Math.floor(Math.random() * watch.screens.length)]
    if (screen && !busy.has(screen.person.userId)) return screen
  }
}
