import appTexts from 'texts:app'
import type { Member } from '@grouplight/contract/group.ts'

/** A member as screens show it. Only the user's own entry can have a change that the server has not received. */
export type ShownMember = Member & {
  isUnsent?: boolean
  /** Whether the change that is not sent is a toggle. Then the lamp is not lit, whatever the status is after the toggle. */
  isUnlit?: boolean
}

export function isLit({ status, isUnlit }: ShownMember): boolean {
  return status && !isUnlit
}

export function isUnconfirmed({ status, unconfirmedSince }: Member): boolean {
  return status && unconfirmedSince !== undefined
}

export function nameOf({ displayName }: { displayName: string }): string {
  return displayName || appTexts.user
}
