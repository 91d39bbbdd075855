import type { Group } from '@grouplight/contract/group.ts'

/** What of a group stands still while its members toggle: a page that shows only this is not drawn again. */
export type GroupFacts = Pick<
  Group,
  'id' | 'name' | 'description' | 'createdBy' | 'memberCount' | 'offeredTo'
>

export function factsOf({ id, name, description, createdBy, memberCount, offeredTo }: Group): GroupFacts {
  return { id, name, description, createdBy, memberCount, offeredTo }
}
