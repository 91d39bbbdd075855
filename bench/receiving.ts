import { send } from './http-connection.ts'
import { figures, groupOf, loadState, markReceived, type Screen } from './load-state.ts'

type Frame = { text: string; groupId: string; version: number; changes: number }
let last: Frame = { text: '', groupId: '', version: 0, changes: 0 }

/** Records a frame that a screen has received. A frame that equals the previous one is not parsed again. */
export function receive(screen: Screen, bytes: Buffer): void {
  // Only messages that begin with ["t" contain changes of availability. 116 is the code of t.
  if (bytes[2] !== 116) return
  const text = bytes.toString('latin1')
  if (text !== last.text) {
    const [, groupId, version, , changes] = JSON.parse(text) as [string, string, number, number, object]
    last = { text, groupId, version, changes: Object.keys(changes).length }
  }
  const groupId = loadState.bare ? (screen.user.groupIds[0] as string) : last.groupId
  const current = screen.versions.get(groupId) ?? 0
  const version = loadState.bare ? current + 1 : last.version
  const isFetched = version <= (screen.fetched.get(groupId) ?? 0)
  if (version <= current && !isFetched) {
    figures.doubled += last.changes
    return
  }
  figures.deliveries += last.changes
  figures.frames++
  figures.bytes += bytes.length + (bytes.length < 126 ? 2 : 4)
  if (version <= current) return
  // Messages arrive in order, so a gap means that one was lost.
  figures.lost += version - current - 1
  for (let received = current + 1; received <= version; received++) markReceived(groupOf(groupId), received)
  screen.versions.set(groupId, version)
}

export async function readVersion({ user, url }: Screen, groupId: string): Promise<number> {
  const { status, body } = await send(url, 'GET', `/api/groups/${groupId}`, user.token)
  if (status !== 200) throw new Error(`A group was answered ${status}: ${body}`)
  return (JSON.parse(body) as { version: number }).version
}
