import { type ListedUser, userPageSize } from '@grouplight/contract/operator.ts'
import { longAgo } from '#features/account/absences.ts'
import { rows } from '#platform/database/database.ts'
import type { Services } from '#services.ts'
import { contains, people } from '../list-users.ts'

/** Shows neither groups nor times of use: of these, only whether a user has been absent for a year. */
export async function listUsers(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { search = '', after }: { search?: string | undefined; after?: string | undefined },
): Promise<{ users: ListedUser[]; next: string | null }> {
  const [ms, id = ''] = after?.split('.') ?? []
  const createdAt = ms === undefined ? 'infinity' : new Date(Number(ms)).toISOString()
  const found = await rows<Omit<ListedUser, 'state'> & { state: string; ms: string }>(database)`
    select u.uid as id, u.email, u.display_name as "displayName", u.state, u.is_operator as "isOperator",
      coalesce(u.absent_since <= ${longAgo(clock.now())}::date, false) as "isLongAbsent",
      round(extract(epoch from u.created_at) * 1000)::text as ms
    from ${people}
    where (u.created_at, u.uid) < (${createdAt}::timestamptz, ${id}) and ${contains(search)}
    order by u.created_at desc, u.uid desc limit ${userPageSize + 1}`
  const shown = found.slice(0, userPageSize)
  const last = found.length > userPageSize ? shown.at(-1) : undefined
  return {
    users: shown.map(({ ms: _, state, ...user }) => ({ ...user, state: stateOf(state) })),
    next: last ? `${last.ms}.${last.id}` : null,
  }
}

function stateOf(state: string): ListedUser['state'] {
  return state === 'active' || state === 'disabled' ? state : 'unverified'
}
