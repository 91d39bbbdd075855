import type { Member } from '@grouplight/contract/group.ts'

/** Returns whether the member is Available and has not answered the question whether this is still so. */
export function isUnconfirmed({ status, unconfirmedSince }: Member): boolean {
  return status && unconfirmedSince !== undefined
}
