import { Random } from './fuzz/random.ts'

type OldNotice = {
  id: number
  type: string
  action: string
  message: string | null
  recipient_role?: string
  created_at: string
  related_group_id: string | null
  related_group_name: string | null
  related_user_id: string | null
  related_user_name: string | null
}
type OldNotification = { user_id: string; notice_id: number; read: boolean }

/** The rows of an old version of the server. It stored each toggle to Available as one notification for each other member. */
export type OldRows = {
  users: string[]
  groups: { id: string; created_by: string }[]
  memberships: { group_id: string; user_id: string; joined_at: string }[]
  notices: OldNotice[]
  notifications: OldNotification[]
}

const dayMs = 86_400_000
const daysOfHistory = 120
const membersPerGroup = 20

/**
 * Simulates the history of some groups until at least `atLeast` notifications were sent. Members join, leave and return. They
 * read single notifications, or all up to a certain one. At the end, a group and the read notifications older than 90 days are
 * deleted. Returns the remaining rows.
 */
export function playOldNotifications({
  seed,
  atLeast,
  now,
}: {
  seed: number
  atLeast: number
  now: Date
}): OldRows {
  const random = new Random(seed)
  const groupCount = Math.max(4, Math.round(atLeast / 20_000))
  const users = Array.from({ length: groupCount * 10 }, (_, n) => `user${String(n).padStart(8, '0')}`)
  const groups = new Map<string, Map<string, string>>()
  const notices: OldNotice[] = []
  const received = new Map(users.map(userId => [userId, [] as OldNotification[]]))
  const startMs = now.getTime() - daysOfHistory * dayMs
  for (let g = 0; g < groupCount; g++) {
    const creator = users[g] as string
    const first = Array.from({ length: membersPerGroup - 5 }, () => random.pick(users))
    const at = new Date(startMs).toISOString()
    groups.set(`group${String(g).padStart(7, '0')}`, new Map([creator, ...first].map(userId => [userId, at])))
  }
  const groupIds = [...groups.keys()]
  let count = 0
  while (count < atLeast) {
    const at = new Date(startMs + (count / atLeast) * daysOfHistory * dayMs).toISOString()
    const groupId = random.pick(groupIds)
    const members = groups.get(groupId) as Map<string, string>
    const memberIds = [...members.keys()]
    const [creator, ...others] = memberIds
    if (random.oneIn(40) && others.length > 5) members.delete(random.pick(others))
    else if (random.oneIn(40)) {
      const joining = random.pick(users)
      if (!members.has(joining)) members.set(joining, at)
    } else if (random.oneIn(10)) readSome(random, received.get(random.pick(memberIds)) as OldNotification[])
    else {
      const about = random.pick(memberIds)
      const isStatus = !random.oneIn(20)
      const notice = { id: notices.length + 1, created_at: at, ...contentsOf({ groupId, about, isStatus }) }
      notices.push(notice)
      for (const userId of isStatus ? memberIds.filter(id => id !== about) : [creator as string]) {
        received.get(userId)?.push({ user_id: userId, notice_id: notice.id, read: false })
        count++
      }
    }
  }
  for (const groupId of groupIds.slice(-1)) groups.delete(groupId)
  const oldest = new Date(now.getTime() - 90 * dayMs).toISOString()
  const isKept = ({ notice_id, read }: OldNotification) =>
    !read || (notices[notice_id - 1] as OldNotice).created_at >= oldest
  const notifications = [...received.values()].flat().filter(isKept)
  const referenced = new Set(notifications.map(({ notice_id }) => notice_id))
  return {
    users,
    groups: [...groups].map(([id, members]) => ({ id, created_by: [...members.keys()][0] as string })),
    memberships: [...groups].flatMap(([group_id, members]) =>
      [...members].map(([user_id, joined_at]) => ({ group_id, user_id, joined_at })),
    ),
    notices: notices.filter(({ id }) => referenced.has(id)),
    notifications,
  }

  function contentsOf({ groupId, about, isStatus }: { groupId: string; about: string; isStatus: boolean }) {
    const names = { related_group_name: `Group ${groupId}`, related_user_name: `Name ${about}` }
    const related = { related_group_id: groupId, related_user_id: about, ...names }
    const type = 'membership'
    if (!isStatus) return { type, action: 'left', message: null, recipient_role: 'creator', ...related }
    const message = `${names.related_user_name} is now available in ${names.related_group_name}`
    // The oldest versions stored the message, often without the ids and names of the group and the member.
    const isOldest = count < atLeast / 20
    if (isOldest && random.oneIn(2)) return { type, action: 'status', message, ...nothingRelated }
    return { type, action: 'status', message: isOldest ? message : null, ...related }
  }
}

const nothingRelated = {
  related_group_id: null,
  related_group_name: null,
  related_user_id: null,
  related_user_name: null,
}

function readSome(random: Random, notifications: OldNotification[]): void {
  if (notifications.length === 0) return
  if (random.oneIn(3)) {
    const upTo = random.pick(notifications).notice_id
    for (const notification of notifications) if (notification.notice_id <= upTo) notification.read = true
  } else for (let n = 0; n < 5; n++) random.pick(notifications).read = true
}
