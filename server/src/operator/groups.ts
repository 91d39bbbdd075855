import { sql } from 'drizzle-orm'
import { findAccount } from '#features/account/find-account.ts'
import { offerByOperator } from '#features/group/offer-group.ts'
import type { Command } from './command.ts'
import { listCommand } from './list-command.ts'

type ListedGroup = {
  id: string
  name: string
  members: number
  state: 'with admin' | 'without admin'
  createdAt: string
}

/** Shows no contents of the groups. */
export const listGroups = listCommand<ListedGroup>({
  name: 'groups list',
  options: { 'without-admin': '--without-admin' },
  summary: 'lists groups, the newest first; --without-admin lists only those that nobody looks after',
  columns: {
    ID: group => group.id,
    NAME: group => group.name,
    MEMBERS: group => group.members,
    STATE: group => group.state,
  },
  select: (search, last, limit, options) => sql`
    select g.id, g.name, (select count(*)::int from memberships m where m.group_id = g.id) as members,
      case when g.without_admin_since is null then 'with admin' else 'without admin' end as state,
      to_char(g.created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from groups g
    where (g.created, g.id) < (${last.createdAt}::timestamptz, ${last.id})
      and strpos(lower(g.name), ${search.toLowerCase()}) > 0
      and (g.without_admin_since is not null or not ${options['without-admin'] === true})
    order by g.created desc, g.id desc limit ${limit}`,
  sum: count => {
    const without = count('without admin')
    const all = count('with admin') + without
    return `${all === 1 ? '1 group' : `${all} groups`}, ${without} without an admin`
  },
})

export const offerGroup: Command = {
  name: 'groups offer',
  parameters: ['<id>', '<email>'],
  summary: 'offers a group without an admin to one of its members',
  async run(services, { positionals: [groupId = '', typed = ''] }, print) {
    const { uid: userId, email } = await findAccount(services.database, typed)
    const name = await offerByOperator(services, { groupId, userId })
    services.log.info({ groupId, userId }, 'groups offer')
    print(`“${name}” is offered to ${email}, who is told.`)
  },
}
