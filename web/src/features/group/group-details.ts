import type { Group } from '@grouplight/contract/group.ts'

/** Fields of a group that no toggle changes. A component whose query selects only these fields is not rendered again after a toggle. */
export type GroupDetails = Pick<
  Group,
  | 'id'
  | 'name'
  | 'description'
  | 'createdBy'
  | 'memberCount'
  | 'offeredTo'
  | 'needed'
  | 'askingInterval'
  | 'hasBoards'
  | 'askers'
>

export function groupDetails({
  id,
  name,
  description,
  createdBy,
  memberCount,
  offeredTo,
  needed,
  askingInterval,
  hasBoards,
  askers,
}: Group): GroupDetails {
  return {
    id,
    name,
    description,
    createdBy,
    memberCount,
    offeredTo,
    needed,
    askingInterval,
    hasBoards,
    askers,
  }
}
