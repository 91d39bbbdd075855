import { sql } from 'drizzle-orm'
import { type Database, rows } from '#database/database.ts'
import { isDisabled } from '#database/is-disabled.ts'
import type { Command } from './command.ts'
import { formatTable } from './format-table.ts'

type Listed = {
  createdAt: string
  kind: string
  email: string
  userId: string | null
  state: 'waiting' | 'resting' | 'given up'
  attempts: number
  nextAttemptAt: string | null
  reason: string | null
  id: string
}

const pageSize = 500
const mostInTable = 1_000

export const listEmails: Command = {
  name: 'emails list',
  parameters: [],
  options: { search: '--search <text>', json: '--json' },
  summary:
    'lists emails that wait or were given up, and why, the newest first; --search looks for a part of an address or a user id',
  async run({ database }, { options: { search, json } }, print) {
    const shown: Listed[] = []
    const counts = { waiting: 0, resting: 0, 'given up': 0 }
    for await (const page of pagesOf(database, search)) {
      for (const { state } of page) counts[state]++
      if (json) for (const email of page) print(JSON.stringify(email))
      else shown.push(...page.slice(0, mostInTable - shown.length))
    }
    if (json) return
    for (const line of formatTable(shown, columns)) print(line)
    const { waiting, resting, 'given up': givenUp } = counts
    print(
      `${waiting} waiting, ${resting ? `${resting} resting, because the inviter is disabled, ` : ''}${givenUp} given up`,
    )
    const hidden = waiting + resting + givenUp - shown.length
    if (hidden > 0) print(`${hidden} of them are not shown: narrow the list with --search.`)
  },
}

const columns = {
  QUEUED: ({ createdAt }: Listed) => minute(createdAt),
  KIND: ({ kind }: Listed) => kind,
  TO: ({ email }: Listed) => email,
  USER: ({ userId }: Listed) => userId ?? 'none',
  STATE: ({ state }: Listed) => state,
  ATTEMPTS: ({ attempts }: Listed) => attempts,
  NEXT: ({ nextAttemptAt }: Listed) => (nextAttemptAt ? minute(nextAttemptAt) : 'none'),
  WHY: ({ reason }: Listed) => reason ?? 'not tried yet',
}

function minute(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ')
}

async function* pagesOf(database: Database, search?: string): AsyncGenerator<Listed[]> {
  // `strpos` takes the text literally. `like` would treat `%` and `_` as wildcards.
  const searchText = search?.trim() ?? ''
  let last = { createdAt: 'infinity', id: '' }
  for (;;) {
    const page = await rows<Listed>(
      database,
      sql`
        select ${asText(sql`o.created_at`)} as "createdAt", o.kind, o.to_address as email, u.uid as "userId",
          case when o.failed_at is not null then 'given up' when ${isDisabled(sql`o.inviter_id`)} then 'resting' else 'waiting' end
            as state, o.attempts,
          case when o.failed_at is null then ${asText(sql`o.next_attempt_at`)} end as "nextAttemptAt", o.last_error as reason, o.id
        from outbox o left join users u on u.email = o.to_address
        where o.sent_at is null and (o.created_at, o.id) < (${last.createdAt}::timestamptz, ${last.id})
          and (strpos(o.to_address, ${searchText.toLowerCase()}) > 0 or u.uid = ${searchText})
        order by o.created_at desc, o.id desc limit ${pageSize}`,
    )
    if (page.length > 0) yield page
    const end = page.at(-1)
    if (!end || page.length < pageSize) return
    last = end
  }
}

function asText(instant: ReturnType<typeof sql>) {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}
