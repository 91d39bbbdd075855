import { sql } from 'drizzle-orm'
import { isDisabled } from '#platform/database/conditions.ts'
import { listCommand } from './list-command.ts'

type ListedEmail = {
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

export const listEmails = listCommand<ListedEmail>({
  name: 'emails list',
  summary:
    'lists emails that wait or were given up, and why, the newest first; --search looks for a part of an address or a user id',
  columns: {
    QUEUED: ({ createdAt }) => minute(createdAt),
    KIND: ({ kind }) => kind,
    TO: ({ email }) => email,
    USER: ({ userId }) => userId ?? 'none',
    STATE: ({ state }) => state,
    ATTEMPTS: ({ attempts }) => attempts,
    NEXT: ({ nextAttemptAt }) => (nextAttemptAt ? minute(nextAttemptAt) : 'none'),
    WHY: ({ reason }) => reason ?? 'not tried yet',
  },
  // `strpos` takes the text literally. `like` would treat `%` and `_` as wildcards.
  select: (search, last, limit) => sql`
    select ${asText(sql`o.created_at`)} as "createdAt", o.kind, o.to_address as email, u.uid as "userId",
      case when o.failed_at is not null then 'given up' when ${isDisabled(sql`o.inviter_id`)} then 'resting' else 'waiting' end
        as state, o.attempts,
      case when o.failed_at is null then ${asText(sql`o.next_attempt_at`)} end as "nextAttemptAt", o.last_error as reason, o.id
    from outbox o left join users u on u.email = o.to_address
    where o.sent_at is null and (o.created_at, o.id) < (${last.createdAt}::timestamptz, ${last.id})
      and (strpos(o.to_address, ${search.toLowerCase()}) > 0 or u.uid = ${search})
    order by o.created_at desc, o.id desc limit ${limit}`,
  sum: count => {
    const resting = count('resting')
    return `${count('waiting')} waiting, ${resting ? `${resting} resting, because the inviter is disabled, ` : ''}${count('given up')} given up`
  },
})

function minute(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ')
}

function asText(instant: ReturnType<typeof sql>) {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}
