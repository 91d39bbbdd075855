import type { DetailsMessage } from '@grouplight/contract/live.ts'
import { exactForMs } from '#group/read-groups.ts'
import { publish } from '#live/publish.ts'
import type { Effects } from '#services.ts'

// On PostgreSQL, a bus message must be shorter than 8,000 bytes. With the longest notes, 15 members need 4.4 KB.
const mostInOneMessage = 15

export type ChangedDetails = {
  groupId: string
  userId: string
  /** The group's version after the change. */
  version: number
  untilMs: number | null
  note: string | null
  /** The time of the last confirmation, or of the start if there is no later confirmation. Absent if no question is open. */
  unconfirmedSinceMs?: number
}

/** Publishes one message for each group. All changes in a group must have the same version. */
export function publishDetails(effects: Effects, changes: ChangedDetails[], now: Date): void {
  const byGroup = Map.groupBy(changes, ({ groupId }) => groupId)
  for (const [groupId, members] of byGroup) {
    const version = members[0]?.version ?? 0
    const details: DetailsMessage[3] = {}
    for (const { userId, untilMs, note, unconfirmedSinceMs } of members)
      details[userId] = [untilMs ?? 0, note ?? '', unconfirmedSinceMs ?? 0]
    // Other members see only the day of an old confirmation. The day depends on the reader's time zone, so screens fetch the group.
    const isOld = members.some(
      ({ unconfirmedSinceMs }) => (unconfirmedSinceMs ?? Infinity) < now.getTime() - exactForMs,
    )
    const mustFetch = isOld || members.length > mostInOneMessage
    publish(
      effects,
      groupId,
      mustFetch ? ['group.changed', groupId, version] : ['d', groupId, version, details],
    )
  }
}
