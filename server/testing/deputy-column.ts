import type { LiveMessage } from '@grouplight/contract/live.ts'
import type { Actor, LiveMessages, Row } from './authorization-matrix.ts'

type Names = LiveMessage[0][]

const lists: Names[number] = 'group.invitations.changed'

/**
 * What the actors receive after a request. By default, the deputy counts as another member who also hears of the lists, and may either do
 * what the creator does, or what the member does.
 */
export function messagesAfter(sender: Actor, row: Row): LiveMessages {
  const { messages = {}, deputy = {} } = row
  if (sender === 'deputy')
    return messages.deputy ?? deputy.sends ?? sentLike(deputy.answer ? 'creator' : 'member', messages)
  if (sender === 'operator') return messages.operator ?? sentAsOperator(messagesAfter('stranger', row))
  const received = messages[sender] ?? {}
  const asOther = (sender === 'member' ? received.creator : received.member) ?? []
  const names = deputy.receives?.[sender] ?? withListsOf(received.creator, asOther)
  return withoutEmpty({ ...received, deputy: names })
}

function sentLike(role: 'creator' | 'member', messages: NonNullable<Row['messages']>): LiveMessages {
  const { creator = [], member = [], ...outsiders } = messages[role] ?? {}
  if (role === 'creator')
    return withoutEmpty({ ...outsiders, member, deputy: creator, creator: withListsOf(creator, member) })
  return withoutEmpty({
    ...outsiders,
    member: creator.filter(name => name !== lists),
    deputy: member,
    creator,
  })
}

/** The operator is no member, and counts as another stranger. */
function sentAsOperator({ stranger: operator = [], ...others }: LiveMessages): LiveMessages {
  return withoutEmpty({ ...others, operator })
}

function withListsOf(creator: Names = [], names: Names): Names {
  const others = names.filter(name => name !== lists)
  return creator.includes(lists) ? [...others, lists].sort() : names
}

function withoutEmpty(received: LiveMessages): LiveMessages {
  return Object.fromEntries(Object.entries(received).filter(([, names]) => names.length > 0))
}
