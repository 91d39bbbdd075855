import { setTimeout as wait } from 'node:timers/promises'
import { HttpLine } from './http-line.ts'
import { LiveClient } from './live-client.ts'
import type { Someone } from './seed.ts'

/** What can be asked of the crowd: one thing at a time, by message. */
export type CrowdTask =
  /** Opens a live connection for each of them. `bare`: the server only broadcasts, a connection's path is its group. */
  | { do: 'open'; url: string; people: Someone[]; bare?: boolean }
  /** So many toggles (or broadcasts), `inFlight` of them at any time; each counts as done when every screen has it. */
  | { do: 'toggle'; times: number; inFlight: number; cutShare?: number }
  /** Everybody becomes available in their first group, once. */
  | { do: 'wave'; inFlight: number }
  /** One of them reads no more. */
  | { do: 'pause' }
  /** So many first loads of a dashboard, `inFlight` at any time. */
  | { do: 'load'; path: string; times: number; inFlight: number; conditional?: boolean }
  | { do: 'close' }

export type CrowdReport = {
  times: number
  seconds: number
  /** Changes that reached a screen, and the bytes of their frames with headers. */
  deliveries: number
  frames: number
  bytes: number
  lost: number
  doubled: number
  latencyMs: { p50: number; p99: number }
  /** From a connection's return until its screen was right again, the slowest. */
  catchUpMs: number
}

type Screen = {
  person: Someone
  client: LiveClient
  versions: Map<string, number>
  /** What was read on coming back: a frame that tells of it once more is no news, and no double. */
  read: Map<string, number>
}
type Round = { missing: number; done?: () => void }
type Group = {
  id: string
  screens: number
  asked: number
  /** The newest version that every screen has, and when the latest ones were everywhere. */
  everywhere: number
  everywhereAt: Map<number, number>
  rounds: Map<number, Round>
}

let url = ''
let bare = false
let screens: Screen[] = []
const groups = new Map<string, Group>()
const figures = { deliveries: 0, frames: 0, bytes: 0, lost: 0, doubled: 0, catchUpMs: 0 }

process.on('message', async (task: CrowdTask) => {
  try {
    process.send?.(await run(task))
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
})

async function run(task: CrowdTask): Promise<CrowdReport | null> {
  if (task.do === 'open') return open(task)
  if (task.do === 'close') return close()
  if (task.do === 'pause') return pause()
  Object.assign(figures, { deliveries: 0, frames: 0, bytes: 0, lost: 0, doubled: 0, catchUpMs: 0 })
  const latencies: number[] = []
  const startedAt = performance.now()
  if (task.do === 'load') await load(task, latencies)
  else if (task.do === 'wave') await wave(task, latencies)
  else await toggle(task, latencies)
  const seconds = (performance.now() - startedAt) / 1000
  latencies.sort((a, b) => a - b)
  const percentile = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0
  if (task.do === 'toggle' && task.cutShare) await countWhatIsMissing()
  return {
    times: latencies.length,
    seconds,
    ...figures,
    latencyMs: { p50: percentile(0.5), p99: percentile(0.99) },
  }
}

async function open(task: CrowdTask & { do: 'open' }): Promise<null> {
  url = task.url
  bare = task.bare ?? false
  for (const { groupIds } of task.people)
    for (const id of groupIds) {
      const group = groups.get(id) ?? {
        id,
        screens: 0,
        asked: 0,
        everywhere: 0,
        everywhereAt: new Map(),
        rounds: new Map(),
      }
      groups.set(id, group)
      group.screens++
    }
  for (let from = 0; from < task.people.length; from += 50)
    screens.push(...(await Promise.all(task.people.slice(from, from + 50).map(watch))))
  return null
}

async function pause(): Promise<null> {
  const [screen] = screens.splice(0, 1)
  screen?.client.pause()
  for (const id of screen?.person.groupIds ?? []) (groups.get(id) as Group).screens--
  return null
}

async function close(): Promise<null> {
  for (const { client } of screens) client.cut()
  screens = []
  groups.clear()
  availableNow.clear()
  return null
}

async function watch(person: Someone): Promise<Screen> {
  const screen: Screen = {
    person,
    versions: new Map(),
    read: new Map(),
    client: connect(person, frame => hear(screen, frame)),
  }
  await screen.client.opened
  return screen
}

function connect(person: Someone, hear: (frame: Buffer) => void): LiveClient {
  return new LiveClient(`${url}${bare ? `/${person.groupIds[0]}` : '/api/live'}`, person.token, hear)
}

type Frame = { text: string; groupId: string; version: number; changes: number }
let last: Frame = { text: '', groupId: '', version: 0, changes: 0 }

// All screens of a group are sent the same bytes, one after the other: they are read once.
function hear(screen: Screen, bytes: Buffer): void {
  if (bytes[2] !== 116) return // ["t"
  const text = bytes.toString('latin1')
  if (text !== last.text) {
    const [, groupId, version, , changes] = JSON.parse(text) as [string, string, number, number, object]
    last = { text, groupId, version, changes: Object.keys(changes).length }
  }
  const groupId = bare ? (screen.person.groupIds[0] as string) : last.groupId
  const have = screen.versions.get(groupId)
  const version = bare ? (have ?? 0) + 1 : last.version
  if (have !== undefined && version <= have) {
    if (version > (screen.read.get(groupId) ?? 0)) figures.doubled += last.changes
    return
  }
  if (have !== undefined && version > have + 1) figures.lost += version - have - 1
  screen.versions.set(groupId, version)
  figures.deliveries += last.changes
  figures.frames++
  figures.bytes += bytes.length + (bytes.length < 126 ? 2 : 4)
  arrived(groups.get(groupId) as Group, version)
}

// Frames arrive in order, so a version that is everywhere says the same of those before it.
function arrived(group: Group, version: number): void {
  const round = roundOf(group, version)
  if (--round.missing > 0) return
  group.everywhere = version
  group.everywhereAt.set(version, performance.now())
  group.everywhereAt.delete(version - 1_000)
  group.rounds.delete(version)
  round.done?.()
}

function roundOf(group: Group, version: number): Round {
  const round = group.rounds.get(version) ?? { missing: group.screens }
  group.rounds.set(version, round)
  return round
}

/** Comes back once every screen has the version, with the instant at which the last one got it. */
async function everywhere(group: Group, version: number): Promise<number> {
  if (version > group.everywhere) {
    const round = roundOf(group, version)
    await new Promise<void>(resolve => {
      const before = round.done
      round.done = () => {
        before?.()
        resolve()
      }
    })
  }
  return group.everywhereAt.get(version) ?? performance.now()
}

const availableNow = new Map<string, boolean>()
const busy = new Set<string>()

async function toggle(
  { times, inFlight, cutShare }: CrowdTask & { do: 'toggle' },
  latencies: number[],
): Promise<void> {
  let next = 0
  if (cutShare) void cutSome(cutShare)
  const worker = async () => {
    const line = new HttpLine(url)
    while (next++ < times) {
      const screen = idleScreen()
      busy.add(screen.person.userId)
      const startedAt = performance.now()
      const { group, version } = await (bare ? askBare(screen) : ask(line, screen))
      const doneAt = cutShare ? performance.now() : await everywhere(group, version)
      latencies.push(doneAt - startedAt)
      busy.delete(screen.person.userId)
    }
    line.close()
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
}

async function wave({ inFlight }: CrowdTask & { do: 'wave' }, latencies: number[]): Promise<void> {
  const everybody = [...screens]
  const worker = async () => {
    const line = new HttpLine(url)
    for (let screen = everybody.pop(); screen; screen = everybody.pop()) {
      const startedAt = performance.now()
      const { group, version } = await ask(line, screen, screen.person.groupIds[0])
      latencies.push((await everywhere(group, version)) - startedAt)
    }
    line.close()
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
}

async function ask(
  line: HttpLine,
  { person }: Screen,
  groupId = person.groupIds[Math.floor(Math.random() * person.groupIds.length)] as string,
): Promise<{ group: Group; version: number }> {
  const { userId, token } = person
  const key = `${groupId} ${userId}`
  const available = !availableNow.get(key)
  availableNow.set(key, available)
  const path = `/api/groups/${groupId}/members/${userId}/availability`
  const { status, body } = await line.ask('PUT', path, token, `{"available":${available}}`)
  if (status !== 200) throw new Error(`A toggle was answered ${status}: ${body}`)
  return { group: groups.get(groupId) as Group, version: (JSON.parse(body) as { version: number }).version }
}

async function askBare({ person, client }: Screen): Promise<{ group: Group; version: number }> {
  const group = groups.get(person.groupIds[0] ?? '') as Group
  client.say('go')
  return { group, version: ++group.asked }
}

// Anybody, as people do; one person toggles once at a time.
function idleScreen(): Screen {
  for (;;) {
    const screen = screens[Math.floor(Math.random() * screens.length)]
    if (screen && !busy.has(screen.person.userId)) return screen
  }
}

async function cutSome(share: number): Promise<void> {
  await wait(1_000)
  const unlucky = screens.filter((_, at) => at % Math.round(1 / share) === 0)
  for (const screen of unlucky) screen.client.cut()
  await Promise.all(unlucky.map(comeBack))
}

/** As the web does: connect, and once the server has said hello read the state, keeping what is heard meanwhile. */
async function comeBack(screen: Screen): Promise<void> {
  await wait(Math.random() * 1_000)
  const early: Buffer[] = []
  let isCaughtUp = false
  const greeted = new Promise<void>(resolve => {
    screen.client = connect(screen.person, frame => {
      if (frame[2] === 104)
        resolve() // ["hello"
      else if (isCaughtUp) hear(screen, frame)
      else early.push(Buffer.from(frame))
    })
  })
  const startedAt = performance.now()
  await greeted
  const line = new HttpLine(url)
  for (const groupId of screen.person.groupIds)
    screen.read.set(groupId, await versionOf(line, screen, groupId))
  line.close()
  screen.versions = new Map(screen.read)
  isCaughtUp = true
  for (const frame of early) hear(screen, frame)
  figures.catchUpMs = Math.max(figures.catchUpMs, performance.now() - startedAt)
}

async function versionOf(line: HttpLine, { person }: Screen, groupId: string): Promise<number> {
  const { body } = await line.ask('GET', `/api/groups/${groupId}`, person.token)
  return (JSON.parse(body) as { version: number }).version
}

/** After everything has come to rest: each screen must be where the server is. */
async function countWhatIsMissing(): Promise<void> {
  await wait(2_000)
  const line = new HttpLine(url)
  for (const { id } of groups.values()) {
    const members = screens.filter(({ person }) => person.groupIds.includes(id))
    const version = await versionOf(line, members[0] as Screen, id)
    for (const { versions } of members) figures.lost += Math.abs(version - (versions.get(id) ?? version))
  }
  line.close()
}

const tags = new Map<string, string>()

async function load(
  { path, times, inFlight, conditional }: CrowdTask & { do: 'load' },
  latencies: number[],
): Promise<void> {
  let next = 0
  const worker = async () => {
    const line = new HttpLine(url)
    while (next < times) {
      const { person } = screens[next++ % screens.length] as Screen
      const startedAt = performance.now()
      const tag = conditional ? tags.get(person.userId) : undefined
      const reply = await line.ask('GET', path, person.token, '', tag ? `If-None-Match: ${tag}\r\n` : '')
      if (reply.status !== 200 && reply.status !== 304)
        throw new Error(`${path} was answered ${reply.status}`)
      if (reply.etag) tags.set(person.userId, reply.etag)
      figures.bytes += reply.body.length
      latencies.push(performance.now() - startedAt)
    }
    line.close()
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
}
