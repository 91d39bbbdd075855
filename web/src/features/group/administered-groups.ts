import type { Group } from '@grouplight/contract/group.ts'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#features/account/account-queries.ts'
import { groupsQuery } from './group-queries.ts'
import { roleIn } from './roles.ts'

export type AdministeredGroup = Pick<Group, 'id' | 'name' | 'createdBy' | 'deputies' | 'memberCount'>

/** The groups whose creator or deputy the user is. The list is empty while the groups are loading. */
export function useAdministeredGroups(): AdministeredGroup[] {
  const { uid } = useAccount()
  const { data = [] } = useQuery({ ...groupsQuery, select: withoutStates })
  return data.filter(group => roleIn(group, uid))
}

function withoutStates(groups: Group[]): AdministeredGroup[] {
  return groups.map(({ id, name, createdBy, deputies, memberCount }) => {
    return { id, name, createdBy, ...(deputies && { deputies }), memberCount }
  })
}
