import { createHash } from 'node:crypto'
import type { BoardContent } from '@grouplight/contract/board.ts'
import { sql } from 'drizzle-orm'
import { type Database, rows } from '#database/database.ts'
import { isCovering } from '#group/coverage.ts'
import { compareNames, shownName } from '#names.ts'

export type Content = { shown: Omit<BoardContent, 'asOf'>; tag: string }

type Contents = { version: number; counts: Content; withNames: Content }
type Wanted = { groupId: string; version: number; showsNames: boolean }

/** Caches the content of boards. Every change of the content increments the group's version in the same transaction. */
export class BoardContents {
  readonly #database: Database
  readonly #mostGroups: number
  readonly #groups = new Map<string, Contents>()

  constructor(database: Database, mostGroups = 1_000) {
    this.#database = database
    this.#mostGroups = mostGroups
  }

  /** Returns the content of the group at `version` or at a later version. Returns null if the group has been deleted. */
  async read({ groupId, version, showsNames }: Wanted): Promise<Content | null> {
    const known = this.#groups.get(groupId)
    const contents = known && known.version >= version ? known : await readContents(this.#database, groupId)
    if (!contents) return null
    this.#put(groupId, contents)
    return showsNames ? contents.withNames : contents.counts
  }

  // The map is in the order of the last use, so the first group is dropped first.
  #put(groupId: string, contents: Contents): void {
    this.#groups.delete(groupId)
    this.#groups.set(groupId, contents)
    const [oldest = groupId] = this.#groups.keys()
    if (this.#groups.size > this.#mostGroups) this.#groups.delete(oldest)
  }
}

type Row = {
  version: number
  group: string
  available: number
  members: number
  covering: number
  needed: number | null
  names: string[] | null
}

// The version and the content are read in one statement, so that they are consistent.
async function readContents(database: Database, groupId: string): Promise<Contents | null> {
  const [row] = await rows<Row>(
    database,
    sql`
      select g.version, g.name as "group", g.needed, count(*)::int as members,
        (count(*) filter (where m.status))::int as available,
        (count(*) filter (where ${sql.raw(isCovering)}))::int as covering,
        json_agg(${sql.raw(shownName)}) filter (where m.status and m.shown_outside) as names
      from groups g
      join memberships m on m.group_id = g.id
      join users u on u.uid = m.user_id
      where g.id = ${groupId}
      group by g.id`,
  )
  if (!row) return null
  const { version, covering, names, group, available, members, needed } = row
  const coverage = needed === null ? null : covering >= needed ? 'enough' : 'short'
  const shown = { group, available, members, needed, coverage, names: [] } as const
  return {
    version,
    counts: withTag({ ...shown, names: [] }),
    withNames: withTag({ ...shown, names: (names ?? []).sort(compareNames) }),
  }
}

function withTag(shown: Content['shown']): Content {
  return { shown, tag: createHash('sha256').update(JSON.stringify(shown)).digest('base64url') }
}
