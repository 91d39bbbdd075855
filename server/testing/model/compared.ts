import type { Shows, Tab } from './tab.ts'
import { type Shown, sorted } from './world.ts'

/** What somebody is shown, as the model would say it. */
export function inTheWordsOfTheModel(shown: Shows): Shown {
  const { name, groups, invitations, sent, unread, list } = shown
  return {
    name,
    groups: sorted(
      groups.map(({ id, name, createdBy, members, offeredTo }) => ({
        id,
        name,
        creator: createdBy,
        members: sorted(members.map(({ userId, status }) => `${userId} ${status}`)),
        offeredTo,
      })),
    ),
    received: sorted(
      invitations.map(({ id, groupName, invitedByName }) => ({
        id,
        group: groupName,
        by: invitedByName ?? undefined,
      })),
    ),
    sent: sorted(Object.values(sent).flatMap(invitations => invitations.map(({ id }) => id))),
    unread: unread.unread,
    notifications: sorted(list.map(({ message, read }) => `${message} ${read ? 'read' : 'unread'}`)),
  }
}

/** The newest counted notification may be told by either of two ways, and a pause for sending again ends by itself. */
export function comparable(shown: Shows | null | undefined) {
  return (
    shown && {
      ...shown,
      unread: shown.unread.unread,
      sent: Object.values(shown.sent).map(invitations => invitations.map(({ id }) => id)),
    }
  )
}

/** Which groups' messages came between leaving the group and joining it again. */
export function heardAfterLeaving({ screen }: Tab): string[] {
  const left = new Set<string>()
  return screen.heard.flatMap(message => {
    if (message[0] === 'group.left') left.add(message[1])
    if (message[0] === 'group.joined') left.delete(message[1])
    return (message[0] === 't' || message[0] === 'group.changed') && left.has(message[1]) ? [message[1]] : []
  })
}

export function permutations(items: number[]): number[][] {
  if (items.length < 2) return [items]
  return items.flatMap(first =>
    permutations(items.filter(item => item !== first)).map(rest => [first, ...rest]),
  )
}
