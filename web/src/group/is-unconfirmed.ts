import type { Member } from '@grouplight/contract/group.ts'

/** Returns whether the member is Available and has not confirmed it. */
export function isUnconfirmed({ status, unconfirmedSince }: Member): boolean {
  return status && unconfirmedSince !== undefined
}
