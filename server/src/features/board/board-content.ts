import { createHash } from 'node:crypto'
import type { BoardContent } from '@grouplight/contract/board.ts'
import { sql } from 'drizzle-orm'
import { coverageOf, isConfirmed, memberCounts } from '#platform/database/conditions.ts'
import { type Database, rows } from '#platform/database/database.ts'
import { compareNames, shownName } from '#platform/names.ts'
import { RecentMap } from '#platform/recent-map.ts'
import type { Shown } from './add-board.ts'

export type Content = { shown: Omit<BoardContent, 'asOf'>; tag: string }

type Contents = Versions & { of: Record<`${boolean} ${boolean}`, Content> }
type Wanted = Versions & Shown & { groupId: string }
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
  async read({ groupId, version, boardVersion, showsNames, showsCalls }: Wanted): Promise<Content | null> {
    const known = this.#groups.get(groupId)
    const isCurrent = known && known.version >= version && known.boardVersion >= boardVersion
    const contents = isCurrent ? known : await readContents(this.#database, groupId)
    if (!contents) return null
    this.#groups.set(groupId, contents)
    return contents.of[`${showsNames} ${showsCalls}`]
  }
}

type Row = Versions & {
  group: string
  available: number
  unconfirmed: number
  members: number
  needed: number | null
  names: string[] | null
  calls: (Omit<ShownCall, 'asker'> & { asker: string | null })[] | null
}

type ShownCall = NonNullable<BoardContent['calls']>[number]

// The versions and the content are read in one statement, so that they are consistent.
async function readContents(database: Database, groupId: string): Promise<Contents | null> {
  const [row] = await rows<Row>(database)`
    select g.version, g.board_version as "boardVersion", g.name as "group", g.needed, ${sql.raw(memberCounts)},
      json_agg(${sql.raw(shownName)}) filter (where ${sql.raw(isConfirmed)} and m.shown_outside) as names,
      (
        select json_agg(json_build_object(
          'text', c.text, 'needed', c.needed, 'count', (select count(*) from call_answers a where a.call_id = c.id and a.can),
          'asker', (
            select ${sql.raw(shownName)} from memberships m join users u on u.uid = m.user_id
            where m.group_id = g.id and m.user_id = c.asker_id and m.shown_outside
          )
        ) order by c.opened_at desc, c.id)
        from calls c where c.group_id = g.id and c.closed_at is null
      ) as calls
    from groups g
    join memberships m on m.group_id = g.id
    join users u on u.uid = m.user_id
    where g.id = ${groupId}
    group by g.id`
  if (!row) return null
  const { version, boardVersion, names, calls, group, available, unconfirmed, members, needed } = row
  const shown = { group, available, unconfirmed, members, needed, coverage: coverageOf(available, needed) }
  const sorted = (names ?? []).sort(compareNames)
  const contentWith = ({ showsNames, showsCalls }: Shown) =>
    withTag({
      ...shown,
      names: showsNames ? sorted : [],
      ...(showsCalls && calls && { calls: calls.map(call => callWith(call, showsNames)) }),
    })
  return {
    version,
    boardVersion,
    of: {
      'false false': contentWith({ showsNames: false, showsCalls: false }),
      'true false': contentWith({ showsNames: true, showsCalls: false }),
      'false true': contentWith({ showsNames: false, showsCalls: true }),
      'true true': contentWith({ showsNames: true, showsCalls: true }),
    },
  }
}

function callWith({ asker, ...call }: NonNullable<Row['calls']>[number], showsNames: boolean): ShownCall {
  return { ...call, ...(showsNames && asker !== null && { asker }) }
}

function withTag(shown: Content['shown']): Content {
  return { shown, tag: createHash('sha256').update(JSON.stringify(shown)).digest('base64url') }
}
