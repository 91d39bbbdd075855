import { askAt } from './http-line.ts'
import { arrived, figures, groupOf, type Screen, watch } from './watch.ts'

type Frame = { text: string; groupId: string; version: number; changes: number }
let last: Frame = { text: '', groupId: '', version: 0, changes: 0 }

/** All screens of a group are sent the same bytes, one after the other: they are read once. */
export function hear(screen: Screen, bytes: Buffer): void {
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
  // What two nodes tell can overtake each other; one node's never does.
  if (version > have + 1 && watch.urls.length > 1) {
    screen.early.set(groupId, (screen.early.get(groupId) ?? new Set()).add(version))
    if (!screen.reading.has(groupId)) void readAgain(screen, groupId)
    return
  }
  figures.lost += version - have - 1
  advance(screen, groupId, version)
}

/** Asks the screen's node for the group, and gives its version. */
export async function readVersion({ person, url }: Screen, groupId: string): Promise<number> {
  const { status, body } = await askAt(url, 'GET', `/api/groups/${groupId}`, person.token)
  if (status !== 200) throw new Error(`A group was answered ${status}: ${body}`)
  return (JSON.parse(body) as { version: number }).version
}

// From now on the screen has the group as of this version, and as of what came early and follows it.
function advance(screen: Screen, groupId: string, to: number): void {
  const group = groupOf(groupId)
  const early = screen.early.get(groupId)
  let version = screen.versions.get(groupId) ?? 0
  while (version < to || early?.has(version + 1)) {
    version++
    early?.delete(version)
    arrived(group, version)
  }
  screen.versions.set(groupId, version)
  if (early?.size === 0) screen.early.delete(groupId)
}

// As the web does after a gap: it reads the group at once, and once more when that was answered from before.
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
