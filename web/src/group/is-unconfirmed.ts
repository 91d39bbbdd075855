import type { Member } from '@grouplight/contract/group.ts'

export function isUnconfirmed({ status, unconfirmedSince }: Member): boolean {
  return status && unconfirmedSince !== undefined
}
