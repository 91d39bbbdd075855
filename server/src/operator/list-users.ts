import { sql } from 'drizzle-orm'
import { type Database, rows } from '#database/database.ts'
import type { Command } from './command.ts'
import { formatTable } from './format-table.ts'

type Listed = {
  email: string
  displayName: string
  state: 'active' | 'waiting' | 'disabled'
  groups: number
  creatorOf: number
  sessions: number
  createdAt: string
  id: string
}

const pageSize = 500
const mostInTable = 1_000

export const listUsers: Command = {
  name: 'users list',
  parameters: [],
  options: { search: '--search <text>', json: '--json' },
  summary: 'lists accounts and waiting sign-ups, the newest first; --json prints one JSON object per line',
  async run({ database }, { options: { search, json } }, print) {
    const shown: Listed[] = []
    let accounts = 0
    let waiting = 0
    for await (const page of pagesOf(database, search)) {
      const inPage = page.filter(({ state }) => state === 'waiting').length
      waiting += inPage
      accounts += page.length - inPage
      if (json) for (const user of page) print(JSON.stringify(user))
      else shown.push(...page.slice(0, mostInTable - shown.length))
    }
    if (json) return
    for (const line of formatTable(shown, columns)) print(line)
    const hidden = accounts + waiting - shown.length
    const counted = [
      accounts === 1 ? '1 account' : `${accounts} accounts`,
      ...(waiting > 0 ? [waiting === 1 ? '1 waiting sign-up' : `${waiting} waiting sign-ups`] : []),
    ]
    print(counted.join(', '))
    if (hidden > 0) print(`${hidden} of them are not shown: narrow the list with --search.`)
  },
}

const columns = {
  EMAIL: (user: Listed) => user.email,
  NAME: (user: Listed) => user.displayName,
  STATE: (user: Listed) => user.state,
  GROUPS: (user: Listed) => user.groups,
  'CREATOR OF': (user: Listed) => user.creatorOf,
  SESSIONS: (user: Listed) => user.sessions,
  SINCE: (user: Listed) => user.createdAt.slice(0, 10),
}

async function* pagesOf(database: Database, search?: string): AsyncGenerator<Listed[]> {
  // `strpos` takes the text literally. `like` would treat `%` and `_` as wildcards.
  const searchText = search?.trim().toLowerCase() ?? ''
  let last = { createdAt: 'infinity', id: '' }
  for (;;) {
    const page = await rows<Listed>(
      database,
      sql`
        select u.email, u.display_name as "displayName", u.uid as id, u.state,
          (select count(*)::int from memberships m where m.user_id = u.uid) as groups,
          (select count(*)::int from groups g where g.created_by = u.uid) as "creatorOf",
          (select count(*)::int from sessions s where s.user_id = u.uid) as sessions,
          to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
        from (
          select uid, email, display_name, created_at,
            case when disabled_at is null then 'active' else 'disabled' end as state
          from users
          union all
          select id, email, display_name, created_at, 'waiting' from sign_ups s
          where password_hash is not null and not exists (select 1 from users where users.email = s.email)
        ) u
        where (u.created_at, u.uid) < (${last.createdAt}::timestamptz, ${last.id})
          and (strpos(u.email, ${searchText}) > 0 or strpos(lower(u.display_name), ${searchText}) > 0)
        order by u.created_at desc, u.uid desc limit ${pageSize}`,
    )
    if (page.length > 0) yield page
    const end = page.at(-1)
    if (!end || page.length < pageSize) return
    last = end
  }
}
