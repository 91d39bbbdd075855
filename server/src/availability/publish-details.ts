import type { Detailed } from '@grouplight/contract/live.ts'
import type { Effects } from '#commit/commit.ts'
import { exactForMs } from '#group/read-groups.ts'
import { groupTopic } from '#live/group-topic.ts'

// With the longest ids and notes so many members take 6.3 KB. A message on PostgreSQL's bus must be shorter than 8,000 bytes.
const mostInOneMessage = 15

export type ChangedDetails = {
  groupId: string
  userId: string
  /** The group's version after the change. */
  version: number
  untilMs: number | null
  note: string | null
  /** Absent if the availability is confirmed. */
  unconfirmedSinceMs?: number
}

/** Publishes new details of Available members, in one message for each group. If there are many, their readers fetch the group. */
export function publishDetails(effects: Effects, changes: ChangedDetails[], now: Date): void {
  const byGroup = Map.groupBy(changes, ({ groupId }) => groupId)
  for (const [groupId, members] of byGroup) {
    const version = members[0]?.version ?? 0
    const details: Detailed[3] = {}
    for (const { userId, untilMs, note, unconfirmedSinceMs } of members)
      details[userId] = [untilMs ?? 0, note ?? '', unconfirmedSinceMs ?? 0]
    // Other members see only the day of an old time. The day depends on the reader's time zone, so a message cannot name it.
    // Therefore the screens fetch the group instead.
    const isOld = members.some(
      ({ unconfirmedSinceMs }) => (unconfirmedSinceMs ?? Infinity) < now.getTime() - exactForMs,
    )
    const mustFetch = isOld || members.length > mostInOneMessage
    effects.publish(
      groupTopic(groupId),
      mustFetch ? ['group.changed', groupId, version] : ['d', groupId, version, details],
    )
  }
}
