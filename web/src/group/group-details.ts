import type { Group } from '@grouplight/contract/group.ts'

/** The part of a group that does not change when members toggle: a page that shows only this is not rendered again. */
export type GroupDetails = Pick<
  Group,
  'id' | 'name' | 'description' | 'createdBy' | 'memberCount' | 'offeredTo'
>

export function groupDetails({
  id,
  name,
  description,
  createdBy,
  memberCount,
  offeredTo,
}: Group): GroupDetails {
  return { id, name, description, createdBy, memberCount, offeredTo }
}
