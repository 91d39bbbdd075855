import { setTimeout as wait } from 'node:timers/promises'
import type { Someone } from '../server/testing/seed.ts'
import { HttpLine } from './http-line.ts'
import { LiveClient } from './live-client.ts'

export type Screen = {
  person: Someone
  client: LiveClient
  versions: Map<string, number>
  /** What was read on coming back: a frame that tells of it once more is no news, and no double. */
  read: Map<string, number>
}
type Round = { missing: number; done?: () => void }
export type Group = {
  id: string
  screens: number
  asked: number
  /** The newest version that every screen has, and when the latest ones were everywhere. */
  everywhere: number
  everywhereAt: Map<number, number>
  rounds: Map<number, Round>
}

/** Who is watching. `bare`: the server only broadcasts, and a connection's path is its group. */
export const watch = { url: '', bare: false, screens: [] as Screen[], groups: new Map<string, Group>() }

/** What has been seen since the figures were cleared. */
export const figures = { deliveries: 0, frames: 0, bytes: 0, lost: 0, doubled: 0, catchUpMs: 0 }

export async function openScreens(url: string, people: Someone[], bare: boolean): Promise<void> {
  Object.assign(watch, { url, bare })
  for (const { groupIds } of people) for (const id of groupIds) groupOf(id).screens++
  for (let from = 0; from < people.length; from += 50)
    watch.screens.push(...(await Promise.all(people.slice(from, from + 50).map(openScreen))))
}

export function closeScreens(): void {
  for (const { client } of watch.screens) client.cut()
  watch.screens = []
  watch.groups.clear()
}

/** One of them reads no more, and is waited for no more. */
export function pauseOne(): void {
  const [screen] = watch.screens.splice(0, 1)
  screen?.client.pause()
  for (const id of screen?.person.groupIds ?? []) groupOf(id).screens--
}

export function groupOf(id: string): Group {
  const known = watch.groups.get(id)
  if (known) return known
  const fresh = { id, screens: 0, asked: 0, everywhere: 0, everywhereAt: new Map(), rounds: new Map() }
  watch.groups.set(id, fresh)
  return fresh
}

/** Comes back once every screen has the version, with the instant at which the last one got it. */
export async function everywhere(group: Group, version: number): Promise<number> {
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

/** Cuts a share of the connections after a second; each comes back within the next. */
export async function cutSome(share: number): Promise<void> {
  await wait(1_000)
  const unlucky = watch.screens.filter((_, at) => at % Math.round(1 / share) === 0)
  for (const screen of unlucky) screen.client.cut()
  await Promise.all(unlucky.map(comeBack))
}

/** After everything has come to rest: each screen must be where the server is. */
export async function countWhatIsMissing(): Promise<void> {
  await wait(2_000)
  const line = new HttpLine(watch.url)
  for (const { id } of watch.groups.values()) {
    const members = watch.screens.filter(({ person }) => person.groupIds.includes(id))
    const version = await versionOf(line, members[0] as Screen, id)
    for (const { versions } of members) figures.lost += Math.abs(version - (versions.get(id) ?? version))
  }
  line.close()
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
  const line = new HttpLine(watch.url)
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

async function openScreen(person: Someone): Promise<Screen> {
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
  return new LiveClient(
    `${watch.url}${watch.bare ? `/${person.groupIds[0]}` : '/api/live'}`,
    person.token,
    hear,
  )
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
  const groupId = watch.bare ? (screen.person.groupIds[0] as string) : last.groupId
  const have = screen.versions.get(groupId)
  const version = watch.bare ? (have ?? 0) + 1 : last.version
  if (have !== undefined && version <= have) {
    if (version > (screen.read.get(groupId) ?? 0)) figures.doubled += last.changes
    return
  }
  if (have !== undefined && version > have + 1) figures.lost += version - have - 1
  screen.versions.set(groupId, version)
  figures.deliveries += last.changes
  figures.frames++
  figures.bytes += bytes.length + (bytes.length < 126 ? 2 : 4)
  arrived(groupOf(groupId), version)
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
