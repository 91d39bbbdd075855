import type { Member } from '@grouplight/contract/group.ts'

/** Returns whether the member is Available and has an open question. */
export function isUnconfirmed({ status, unconfirmedSince }: Member): boolean {
  return status && unconfirmedSince !== undefined
}
