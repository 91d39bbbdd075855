import { batchReads } from '#database/batch-reads.ts'
import type { Services } from '#services.ts'

export type FoundBoard = {
  id: string
  /** The keyed hash of the secret, in hex. */
  hash: string
  showsNames: boolean
  frameOrigins: string[]
  wasSeenToday: boolean
  groupId: string
  /** The version of the group. */
  version: number
}

const boardsStatement = {
  name: 'boards',
  text: `
    select b.id, encode(b.secret_hash, 'hex') as hash, b.shows_names as "showsNames",
      b.frame_origins as "frameOrigins", coalesce(b.last_seen_on = $3::date, false) as "wasSeenToday",
      g.id as "groupId", g.version
    from boards b join groups g on g.id = b.group_id
    where b.id = any($1::text[]) and (b.expires_at is null or b.expires_at > $2::timestamptz)`,
}

/** Returns a function that finds a board that has not ended. Boards that are asked for at the same time share one statement. */
export function createBoardFinder({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): (id: string) => Promise<FoundBoard | undefined> {
  return batchReads(async ids => {
    const now = clock.now().toISOString()
    const found = await database.prepared<FoundBoard>(boardsStatement, [ids, now, now.slice(0, 10)])
    return new Map(found.map(board => [board.id, board]))
  })
}
