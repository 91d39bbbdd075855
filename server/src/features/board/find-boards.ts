import type { Clock } from '#platform/clock.ts'
import { batchReads } from '#platform/database/batch-reads.ts'
import { groupOfTopic } from '#platform/live/connections.ts'
import type { Services } from '#services.ts'

export type FoundBoard = {
  id: string
  /** The keyed hash of the secret, in hex. */
  hash: string
  showsNames: boolean
  showsCalls: boolean
  frameOrigins: string[]
  lastSeenOn: string | null
  endsAtMs: number | null
  groupId: string
  version: number
  boardVersion: number
}

export type BoardFinder = {
  find(id: string): Promise<FoundBoard | undefined>
  /** Must be called after a board was revoked. */
  forget(id: string): void
}

// On several nodes, boards are kept only briefly, because the message about a change on another node may be late or lost.
const keptMs = { onSeveralNodes: 400, onOneNode: 60_000 }
// A board counts as shown for this time after a request. A page that shows a board sends a request every 4.5 s.
const shownMs = 10_000

const boardsStatement = {
  name: 'boards',
  text: `
    select b.id, encode(b.secret_hash, 'hex') as hash, b.shows_names as "showsNames", b.shows_calls as "showsCalls",
      b.frame_origins as "frameOrigins", b.last_seen_on::text as "lastSeenOn",
      (extract(epoch from b.expires_at) * 1000)::float8 as "endsAtMs", g.id as "groupId", g.version,
      g.board_version as "boardVersion"
    from boards b join groups g on g.id = b.group_id
    join users creator on creator.uid = g.created_by and creator.disabled_at is null
    where b.id = any($1::text[])`,
}

/**
 * Keeps found boards until their group changes, but not longer than `keptMs`. After this time, one statement reads all boards that are
 * shown. A board of a disabled creator is not found.
 */
export function createBoardFinder({
  database,
  clock,
  hub,
  bus,
}: Pick<Services, 'database' | 'hub' | 'bus'> & { clock: Clock }): BoardFinder {
  const mostMs = bus === null ? keptMs.onOneNode : keptMs.onSeveralNodes
  const askedAt = new Map<string, number>()
  let known = new Map<string, FoundBoard>()
  let idsOfGroup = new Map<string, string[]>()
  let readAt = Number.NEGATIVE_INFINITY
  /** While boards are being read, this collects the ids of changed groups and of revoked boards. */
  const changed = new Set<string>()
  let isReading = false

  const isCurrent = (now: number) => now >= readAt && now - readAt < mostMs
  const markChanged = (id: string) => {
    if (isReading) changed.add(id)
  }
  hub.onPublish(topic => {
    const groupId = groupOfTopic(topic)
    markChanged(groupId)
    for (const id of idsOfGroup.get(groupId) ?? []) known.delete(id)
  })

  const read = batchReads(async ids => {
    const now = clock.now().getTime()
    const isOld = !isCurrent(now)
    if (isOld) {
      for (const [id, at] of askedAt) if (now - at > shownMs) askedAt.delete(id)
      known = new Map()
      idsOfGroup = new Map()
    }
    changed.clear()
    isReading = true
    try {
      const wanted = [...new Set([...ids, ...(isOld ? askedAt.keys() : [])])]
      const found = await database.prepared<FoundBoard>(boardsStatement, [wanted])
      if (isOld) readAt = now
      for (const board of found) if (!changed.has(board.groupId) && !changed.has(board.id)) keep(board)
      return new Map(found.map(board => [board.id, board]))
    } finally {
      isReading = false
    }
  })

  function keep(board: FoundBoard): void {
    known.set(board.id, board)
    const ids = idsOfGroup.get(board.groupId) ?? []
    if (!ids.includes(board.id)) idsOfGroup.set(board.groupId, [...ids, board.id])
  }

  return {
    async find(id) {
      const now = clock.now().getTime()
      const board = (isCurrent(now) && known.get(id)) || (await read(id))
      if (!board || (board.endsAtMs !== null && board.endsAtMs <= now)) return undefined
      askedAt.set(id, now)
      return board
    },
    forget(id) {
      markChanged(id)
      known.delete(id)
    },
  }
}
