import { send } from './http-connection.ts'
import { figures, groupOf, markReceived, type Screen, watch } from './watch.ts'

type Frame = { text: string; groupId: string; version: number; changes: number }
let last: Frame = { text: '', groupId: '', version: 0, changes: 0 }

/** All screens of a group receive the same bytes one after the other, so they are parsed once. */
export function receive(screen: Screen, bytes: Buffer): void {
  if (bytes[2] !== 116) return // ["t"
  const text = bytes.toString('latin1')
  if (text !== last.text) {
    const [, groupId, version, , changes] = JSON.parse(text) as [string, string, number, number, object]
    last = { text, groupId, version, changes: Object.keys(changes).length }
  }
  const groupId = watch.bare ? (screen.person.groupIds[0] as string) : last.groupId
  const have = screen.versions.get(groupId) ?? 0
  const version = watch.bare ? have + 1 : last.version
  const isRead = version <= (screen.read.get(groupId) ?? 0)
  if ((version <= have && !isRead) || screen.early.get(groupId)?.has(version)) {
    figures.doubled += last.changes
    return
  }
  figures.deliveries += last.changes
  figures.frames++
  figures.bytes += bytes.length + (bytes.length < 126 ? 2 : 4)
  if (version <= have) return
  // Messages of two nodes can overtake each other, those of one node cannot.
  if (version > have + 1 && watch.urls.length > 1) {
    screen.early.set(groupId, (screen.early.get(groupId) ?? new Set()).add(version))
    if (!screen.reading.has(groupId)) void readAgain(screen, groupId)
    return
  }
  figures.lost += version - have - 1
  advance(screen, groupId, version)
}

/** Reads the group's version from the screen's node. */
export async function readVersion({ person, url }: Screen, groupId: string): Promise<number> {
  const { status, body } = await send(url, 'GET', `/api/groups/${groupId}`, person.token)
  if (status !== 200) throw new Error(`A group was answered ${status}: ${body}`)
  return (JSON.parse(body) as { version: number }).version
}

// Moves the screen to this version, and to versions that arrived early and follow it.
function advance(screen: Screen, groupId: string, to: number): void {
  const group = groupOf(groupId)
  const early = screen.early.get(groupId)
  let version = screen.versions.get(groupId) ?? 0
  while (version < to || early?.has(version + 1)) {
    version++
    early?.delete(version)
    markReceived(group, version)
  }
  screen.versions.set(groupId, version)
  if (early?.size === 0) screen.early.delete(groupId)
}

// Like the web after a gap: reads the group until it is new enough.
async function readAgain(screen: Screen, groupId: string): Promise<void> {
  screen.reading.add(groupId)
  while (screen.early.has(groupId)) {
    figures.fetches++
    const version = await readVersion(screen, groupId)
    screen.read.set(groupId, version)
    if (version > (screen.versions.get(groupId) ?? 0)) advance(screen, groupId, version)
  }
  screen.reading.delete(groupId)
}
