import { type Call, callShownMinutes } from '@grouplight/contract/call.ts'
import { minuteMs } from '#platform/clock.ts'
import { sorted, type UserView } from './model-state.ts'
import type { Tab, TabState } from './tab.ts'

export function toUserView(shown: TabState): UserView {
  const { name, groups, invitations, sent, ringing, unread, list } = shown
  const endedIn = new Set(list.filter(({ action }) => action === 'ended').map(one => one.relatedGroupId))
  return {
    name,
    groups: sorted(
      groups.map(({ id, name, createdBy, deputies = [], members, offeredTo, ...group }) => ({
        id,
        name,
        creator: createdBy ?? '',
        deputies,
        members: sorted(
          members.map(({ userId, status, unconfirmedSince, until, note, usualEnd, lastUpdated }, at) => ({
            userId,
            status,
            isUnconfirmed: unconfirmedSince !== undefined,
            until,
            note,
            usualEnd,
            // The server lists the requesting user first. If a notice says that the availability has ended, `lastUpdated` is
            // the time of the end.
            endedAt: at === 0 && endedIn.has(id) ? lastUpdated : undefined,
          })),
        ),
        offeredTo,
        askingInterval: group.askingInterval ?? null,
        needed: group.needed ?? null,
        calls: sorted((group.calls ?? []).map(toCallView)),
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
    ringing: sorted(ringing),
    unread: unread.unread,
    notifications: sorted(list.map(({ message, read }) => `${message} ${read ? 'read' : 'unread'}`)),
  }
}

export function toCallView({ id, outcome, count, answer, who, asked }: Call) {
  return {
    ...{ id, outcome, count, answer: answer?.can },
    who: who?.map(({ userId }) => userId).sort(),
    asked: asked && { cannot: asked.cannot, unanswered: asked.unanswered },
  }
}

/**
 * Removes the parts that may differ between a correct tab and the fetched state. These include the times of day in `lastUpdated` and
 * `unconfirmedSince`, which the server hides from other members after 25 hours, and questions that it no longer shows.
 */
export function comparable(shown: TabState | null | undefined, nowMs: number) {
  const isShown = ({ closedAt, endsAt, outcome, who }: Call) =>
    !closedAt ||
    Date.parse(closedAt) > nowMs - callShownMinutes * minuteMs ||
    (outcome === 'found' && who !== undefined && Date.parse(endsAt) > nowMs)
  return (
    shown && {
      ...shown,
      groups: shown.groups.map(({ calls = [], ...group }) => ({
        ...group,
        calls: calls.filter(isShown),
        members: group.members.map(({ unconfirmedSince, ...member }) => ({
          ...member,
          lastUpdated: member.lastUpdated.slice(0, 10),
          unconfirmedSince: unconfirmedSince?.slice(0, 10),
        })),
      })),
      unread: shown.unread.unread,
      sent: Object.values(shown.sent).map(invitations => invitations.map(({ id }) => id)),
    }
  )
}

/** Returns the group id of each message about a group that arrived after the user had left this group. */
export function messagesAfterLeaving({ screen }: Tab): string[] {
  const left = new Set<string>()
  return screen.received.flatMap(message => {
    if (message[0] === 'group.left') left.add(message[1])
    if (message[0] === 'group.joined') left.delete(message[1])
    const isAboutGroup = message[0] === 't' || message[0] === 'c' || message[0] === 'group.changed'
    return isAboutGroup && left.has(message[1]) ? [message[1]] : []
  })
}

export function permutations(items: number[]): number[][] {
  if (items.length < 2) return [items]
  return items.flatMap(first =>
    permutations(items.filter(item => item !== first)).map(rest => [first, ...rest]),
  )
}
