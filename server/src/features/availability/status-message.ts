import type { LiveMessage, StatusMessage } from '@grouplight/contract/live.ts'
import { exactForMs } from '#features/group/read-groups.ts'
import type { ChangedRow } from './status-statement.ts'

// On PostgreSQL, a bus message must be shorter than 8,000 bytes. A batch of changes without details is always shorter.
const mostBytes = 7_000

/**
 * Returns the message about changes with one version of a group. Screens fetch the group if the message is too long, or if it would
 * show other members an old time exactly, of which they see only the day in their time zone.
 */
export function statusMessage(groupId: string, rows: (ChangedRow & { at: Date })[], now: Date): LiveMessage {
  const version = (rows[0]?.version ?? 0) + 1
  const times = new Set(rows.flatMap(({ sinceMs, at }) => (sinceMs === null ? at.getTime() : [])))
  const [at = now.getTime()] = times
  const changes: StatusMessage[4] = {}
  const details: StatusMessage[5] = {}
  for (const { userId, sinceMs, noticeId, untilMs, note, unconfirmedSinceMs } of rows) {
    if (sinceMs === null) changes[userId] = noticeId ?? 0
    if (sinceMs !== null || untilMs !== null || note !== null)
      details[userId] = [untilMs ?? 0, note ?? '', unconfirmedSinceMs ?? 0]
  }
  const hasDetails = Object.keys(details).length > 0
  const message: LiveMessage = hasDetails
    ? ['t', groupId, version, at, changes, details]
    : ['t', groupId, version, at, changes]
  const isOld = (ms: number | null) => ms !== null && ms < now.getTime() - exactForMs
  const mustFetch =
    times.size > 1 || isOld(at) || rows.some(({ unconfirmedSinceMs }) => isOld(unconfirmedSinceMs))
  const isTooLong = hasDetails && Buffer.byteLength(JSON.stringify(message)) > mostBytes
  return mustFetch || isTooLong ? ['group.changed', groupId, version] : message
}
