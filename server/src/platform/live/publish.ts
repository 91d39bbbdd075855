import type { LiveMessage } from '@grouplight/contract/live.ts'
import type { AfterCommit } from '#platform/database/commit.ts'
import { groupTopic } from './connections.ts'
import type { Hub } from './hub.ts'

export type OfHub = AfterCommit<{ hub: Hub }>
/** Hooks also tell the changes of groups. */
type OfGroups = AfterCommit<{ hub: Hub; changeDetector: { wake(groupId: string): void } }>

/** Tells the change to everybody who follows the group. */
export function publish(transaction: OfGroups, groupId: string, message: LiveMessage): void {
  transaction.afterCommit(({ hub }) => hub.tell(['publish', groupTopic(groupId), message]))
  detectChanges(transaction, groupId)
}

/** For a change that only boards and hooks show. */
export function changeOutside(transaction: OfGroups, groupId: string): void {
  transaction.afterCommit(({ hub }) => hub.changeOutside(groupTopic(groupId)))
  detectChanges(transaction, groupId)
}

export function follow(transaction: OfGroups, userId: string, groupId: string): void {
  transaction.afterCommit(({ hub }) => hub.tell(['follow', userId, groupTopic(groupId)]))
  detectChanges(transaction, groupId)
}

export function unfollow(transaction: OfHub, userId: string, groupId: string): void {
  transaction.afterCommit(({ hub }) => hub.tell(['unfollow', userId, groupTopic(groupId)]))
}

/** Makes everybody unfollow the group. */
export function dissolve(transaction: OfHub, groupId: string): void {
  transaction.afterCommit(({ hub }) => hub.tell(['dissolve', groupTopic(groupId)]))
}

/** Every node reads the settings of the site again. */
export function publishSite(transaction: OfHub): void {
  transaction.afterCommit(({ hub }) => hub.tell(['site']))
}

/** Closes the live connections of a session, or of all sessions of the user. */
export function closeConnections(transaction: OfHub, userId: string, code: number, session?: string): void {
  transaction.afterCommit(({ hub }) => hub.tell(['close', userId, code, session ?? null]))
}

function detectChanges(transaction: OfGroups, groupId: string): void {
  transaction.afterCommit(({ changeDetector }) => changeDetector.wake(groupId))
}
