import type { Group } from '@grouplight/contract/group.ts'

const names = [
  'id',
  'name',
  'description',
  'createdBy',
  'deputies',
  'takeOverFrom',
  'memberCount',
  'offeredTo',
  'needed',
  'askingInterval',
  'hasBoards',
  'askers',
] as const satisfies (keyof Group)[]

/** Fields of a group that no toggle changes. A component whose query selects only these fields is not rendered again after a toggle. */
export type GroupDetails = Pick<Group, (typeof names)[number]>

export function groupDetails(group: Group): GroupDetails {
  return Object.fromEntries(names.map(name => [name, group[name]])) as GroupDetails
}
