import { createHash } from 'node:crypto'
import type { BoardContent } from '@grouplight/contract/board.ts'
import { sql } from 'drizzle-orm'
import { coverageOf, isConfirmed, memberCounts } from '#platform/database/conditions.ts'
import { type Database, rows } from '#platform/database/database.ts'
import { compareNames, shownName } from '#platform/names.ts'
import { RecentMap } from '#platform/recent-map.ts'

export type Content = { shown: Omit<BoardContent, 'asOf'>; tag: string }

type Contents = Versions & { counts: Content; withNames: Content }
type Wanted = Versions & { groupId: string; showsNames: boolean }
type Versions = { version: number; boardVersion: number }

/** Caches the content of boards. Every change of the content increments one of the group's versions in the same transaction. */
export class BoardContents {
  readonly #database: Database
  readonly #groups: RecentMap<string, Contents>

  constructor(database: Database, mostGroups = 1_000) {
    this.#database = database
    this.#groups = new RecentMap(mostGroups)
  }

  /** Returns the content of the group at the given versions or at later ones. Returns null if the group has been deleted. */
  async read({ groupId, version, boardVersion, showsNames }: Wanted): Promise<Content | null> {
    const known = this.#groups.get(groupId)
    const isCurrent = known && known.version >= version && known.boardVersion >= boardVersion
    const contents = isCurrent ? known : await readContents(this.#database, groupId)
    if (!contents) return null
    this.#groups.set(groupId, contents)
    return showsNames ? contents.withNames : contents.counts
  }
}

type Row = Versions & {
  group: string
  available: number
  unconfirmed: number
  members: number
  needed: number | null
  names: string[] | null
}

// The versions and the content are read in one statement, so that they are consistent.
async function readContents(database: Database, groupId: string): Promise<Contents | null> {
  const [row] = await rows<Row>(database)`
    select g.version, g.board_version as "boardVersion", g.name as "group", g.needed, ${sql.raw(memberCounts)},
      json_agg(${sql.raw(shownName)}) filter (where ${sql.raw(isConfirmed)} and m.shown_outside) as names
    from groups g
    join memberships m on m.group_id = g.id
    join users u on u.uid = m.user_id
    where g.id = ${groupId}
    group by g.id`
  if (!row) return null
  const { version, boardVersion, names, group, available, unconfirmed, members, needed } = row
  const shown = { group, available, unconfirmed, members, needed, coverage: coverageOf(available, needed) }
  return {
    version,
    boardVersion,
    counts: withTag({ ...shown, names: [] }),
    withNames: withTag({ ...shown, names: (names ?? []).sort(compareNames) }),
  }
}

function withTag(shown: Content['shown']): Content {
  return { shown, tag: createHash('sha256').update(JSON.stringify(shown)).digest('base64url') }
}
