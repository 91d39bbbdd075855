import type { Group } from '@grouplight/contract/group.ts'

export type Role = 'creator' | 'deputy'

/** Whoever has a role may invite, remove plain members, and change the group and its boards. Plain members have none. */
export function roleIn(
  { createdBy, deputies }: Pick<Group, 'createdBy' | 'deputies'>,
  userId: string,
): Role | undefined {
  if (userId === createdBy) return 'creator'
  return deputies?.includes(userId) ? 'deputy' : undefined
}
