/** The product as it should be: plain data that a step changes at once and nobody else can touch. */
export type World = {
  people: ModelPerson[]
  groups: ModelGroup[]
  invitations: ModelInvitation[]
  notifications: ModelNotification[]
}

export type ModelPerson = { userId: string; email: string; name: string; devices: boolean[] }
export type ModelGroup = {
  id: string
  name: string
  creator: string
  /** Who is in it, and whether they are available. */
  members: Record<string, boolean>
  offeredTo: string | null
}
export type ModelInvitation = {
  id: string
  groupId: string
  email: string
  invitedBy: string
  status: 'pending' | 'accepted' | 'declined' | 'cancelled' | 'expired'
  createdMs: number
  answeredMs: number
  resentMs: number | null
}
/** `id` is learned when the person first sees it. */
export type ModelNotification = {
  userId: string
  message: string
  read: boolean
  createdMs: number
  id: number | null
}

export const invitationLifeMs = 7 * 86_400_000

export function isPendingAt(nowMs: number): (invitation: ModelInvitation) => boolean {
  return ({ status, createdMs }) => status === 'pending' && nowMs - createdMs < invitationLifeMs
}

/** What the server must answer a person who asks for everything, in an order of its own. */
export function shownTo(world: World, person: ModelPerson, nowMs: number) {
  const pending = world.invitations.filter(isPendingAt(nowMs))
  const mine = world.groups.filter(group => person.userId in group.members)
  const notifications = world.notifications.filter(({ userId }) => userId === person.userId)
  return {
    name: person.name,
    groups: sorted(
      mine.map(({ id, name, creator, members, offeredTo }) => ({
        id,
        name,
        creator,
        members: sorted(Object.entries(members).map(([userId, status]) => `${userId} ${status}`)),
        offeredTo: [creator, offeredTo].includes(person.userId) ? offeredTo : null,
      })),
    ),
    received: sorted(
      pending
        .filter(({ email }) => email === person.email)
        .map(({ id, groupId, invitedBy }) => ({
          id,
          group: world.groups.find(group => group.id === groupId)?.name,
          by: world.people.find(({ userId }) => userId === invitedBy)?.name,
        })),
    ),
    sent: sorted(
      mine
        .filter(({ creator }) => creator === person.userId)
        .flatMap(({ id: groupId }) => pending.filter(invitation => invitation.groupId === groupId))
        .map(({ id }) => id),
    ),
    unread: notifications.filter(({ read }) => !read).length,
    notifications: sorted(notifications.map(({ message, read }) => `${message} ${read ? 'read' : 'unread'}`)),
  }
}

export type Shown = ReturnType<typeof shownTo>

/** In any order, as long as it is always the same. */
export function sorted<Item>(items: Item[]): Item[] {
  return items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}
