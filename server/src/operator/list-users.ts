import { type SQL, sql } from 'drizzle-orm'
import { listCommand } from './list-command.ts'

type ListedUser = {
  email: string
  displayName: string
  state: 'active' | 'waiting' | 'disabled'
  groups: number
  creatorOf: number
  sessions: number
  createdAt: string
  id: string
}

/** Accounts and sign-ups, as the table `u`. */
export const people = sql`(
      select uid, email, display_name, created_at, is_operator, absent_since,
        case when disabled_at is null then 'active' else 'disabled' end as state
      from users
      union all
      select id, email, display_name, created_at, false, null, 'waiting' from sign_ups s
      where password_hash is not null and not exists (select 1 from users where users.email = s.email)
    ) u`

/** A condition on `u`: whether the address or the name contains the text. */
export function contains(search: string): SQL {
  const text = search.trim().toLowerCase()
  if (text === '') return sql`true`
  // `strpos` takes the text literally. `like` would treat `%` and `_` as wildcards.
  return sql`(strpos(u.email, ${text}) > 0 or strpos(lower(u.display_name), ${text}) > 0)`
}

export const listUsers = listCommand<ListedUser>({
  name: 'users list',
  summary: 'lists accounts and waiting sign-ups, the newest first; --json prints one JSON object per line',
  columns: {
    EMAIL: user => user.email,
    NAME: user => user.displayName,
    STATE: user => user.state,
    GROUPS: user => user.groups,
    'CREATOR OF': user => user.creatorOf,
    SESSIONS: user => user.sessions,
    SINCE: user => user.createdAt.slice(0, 10),
  },
  select: (search, last, limit) => sql`
    select u.email, u.display_name as "displayName", u.uid as id, u.state,
      (select count(*)::int from memberships m where m.user_id = u.uid) as groups,
      (select count(*)::int from groups g where g.created_by = u.uid) as "creatorOf",
      (select count(*)::int from sessions s where s.user_id = u.uid) as sessions,
      to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from ${people}
    where (u.created_at, u.uid) < (${last.createdAt}::timestamptz, ${last.id})
      and ${contains(search)}
    order by u.created_at desc, u.uid desc limit ${limit}`,
  sum: count => {
    const [accounts, waiting] = [count('active') + count('disabled'), count('waiting')]
    return [
      accounts === 1 ? '1 account' : `${accounts} accounts`,
      ...(waiting > 0 ? [waiting === 1 ? '1 waiting sign-up' : `${waiting} waiting sign-ups`] : []),
    ].join(', ')
  },
})
