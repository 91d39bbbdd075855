import { setTimeout as wait } from 'node:timers/promises'
import type { SeededUser } from '../server/testing/seed.ts'
import { LiveClient } from './live-client.ts'
import { figures, groupOf, loadState, type Screen } from './load-state.ts'
import { readVersion, receive } from './receiving.ts'

const firstVersion = 1

export async function openScreens(urls: string[], users: SeededUser[], bare: boolean): Promise<void> {
  loadState.bare = bare
  for (const { groupIds } of users) for (const id of groupIds) groupOf(id).screens++
  const open = (user: SeededUser, at: number) => openScreen(user, urls[at % urls.length] as string)
  for (let from = 0; from < users.length; from += 50)
    loadState.screens.push(...(await Promise.all(users.slice(from, from + 50).map(open))))
}

export function closeScreens(): void {
  for (const { client } of loadState.screens) client.cut()
  loadState.screens = []
  loadState.groups.clear()
}

/** Makes one client stop reading. Toggles no longer wait for this client. */
export function pauseOne(): void {
  const [screen] = loadState.screens.splice(0, 1)
  screen?.client.pause()
  for (const id of screen?.user.groupIds ?? []) groupOf(id).screens--
}

/** Cuts a share of the connections after one second. The clients of these connections start to reconnect within a second. */
export async function cutConnectionsOf(share: number): Promise<void> {
  await wait(1_000)
  const selected = loadState.screens.filter((_, at) => at % Math.round(1 / share) === 0)
  for (const screen of selected) screen.client.cut()
  await Promise.all(selected.map(reconnect))
}

/** Waits two seconds. Then compares each screen with the server, and counts the missing versions as lost. */
export async function countMissing(): Promise<void> {
  await wait(2_000)
  for (const { id } of loadState.groups.values()) {
    const members = loadState.screens.filter(({ user }) => user.groupIds.includes(id))
    const version = await readVersion(members[0] as Screen, id)
    for (const { versions } of members) figures.lost += Math.abs(version - (versions.get(id) ?? version))
  }
}

/**
 * Reconnects as the web app does: fetches the groups after the message 'hello', and then applies the messages that arrived
 * meanwhile.
 */
async function reconnect(screen: Screen): Promise<void> {
  await wait(Math.random() * 1_000)
  const early: Buffer[] = []
  let isCaughtUp = false
  const receivedHello = new Promise<void>(resolve => {
    screen.client = connect(screen, frame => {
      // The message 'hello' begins with ["h. 104 is the code of h.
      if (frame[2] === 104) resolve()
      else if (isCaughtUp) receive(screen, frame)
      else early.push(Buffer.from(frame))
    })
  })
  const startedAt = performance.now()
  await receivedHello
  for (const groupId of screen.user.groupIds) screen.fetched.set(groupId, await readVersion(screen, groupId))
  screen.versions = new Map(screen.fetched)
  isCaughtUp = true
  for (const frame of early) receive(screen, frame)
  figures.catchUpMs = Math.max(figures.catchUpMs, performance.now() - startedAt)
}

async function openScreen(user: SeededUser, url: string): Promise<Screen> {
  const screen: Screen = {
    user,
    url,
    versions: new Map(loadState.bare ? [] : user.groupIds.map(id => [id, firstVersion])),
    fetched: new Map(),
    client: connect({ user, url }, frame => receive(screen, frame)),
  }
  await screen.client.opened
  return screen
}

function connect({ user, url }: Pick<Screen, 'user' | 'url'>, receive: (frame: Buffer) => void): LiveClient {
  return new LiveClient(`${url}${loadState.bare ? `/${user.groupIds[0]}` : '/api/live'}`, user.token, receive)
}
