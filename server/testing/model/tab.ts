import { type Dashboard, readDashboard } from '@grouplight/contract/dashboard.ts'
import type { Group } from '@grouplight/contract/group.ts'
import { listSentInvitations, type SentInvitation } from '@grouplight/contract/invitation.ts'
import type { LiveMessage, Toggled } from '@grouplight/contract/live.ts'
import { listNotifications, type Notification } from '@grouplight/contract/notification.ts'
import type { LiveScreen } from '../live-screen.ts'
import type { Person } from '../person.ts'
import { probeIn } from './probe-message.ts'

/** All that one screen can show. */
export type Shows = Dashboard & {
  name: string
  sent: Record<string, SentInvitation[]>
  list: Notification[]
}

/**
 * An open tab, doing with live messages what the web app does: the next version is applied, a gap or a hint means fetching
 * that again. A fetch that is under way when the next hint comes is repeated after it.
 */
export class Tab {
  readonly screen: LiveScreen
  /** How often a toggle came whose version was not the next. */
  gaps = 0
  /** By word, of which groups a probe was heard. */
  readonly probes = new Map<number, Set<string>>()
  #counted = 0
  #taken = 0
  readonly #person: Person
  readonly #toggles: Toggled[] = []
  readonly #stale = new Set<string>()
  #shows: Shows
  #fetching: Promise<void> | null = null

  private constructor(person: Person, screen: LiveScreen, shows: Shows) {
    this.#person = person
    this.screen = screen
    this.#shows = shows
  }

  /** Listens first and fetches then, so that nothing falls between. */
  static async open(person: Person): Promise<Tab> {
    const screen = await person.open()
    const tab = new Tab(person, screen, await fetchAll(person))
    screen.onMessage = message => tab.#hear(message)
    // What was fetched came after the first hello.
    const first = screen.heard.findIndex(([name]) => name === 'hello')
    for (const message of screen.heard.toSpliced(first, 1)) tab.#hear(message)
    return tab
  }

  /** What it shows once it has heard everything that was said until now. */
  async settled(): Promise<Shows> {
    await this.screen.settled()
    while (this.#fetching) await this.#fetching
    return this.#shows
  }

  /** How many messages it has heard since it was last asked. */
  takeCount(): number {
    const taken = this.#taken
    this.#taken = this.#counted
    return this.#counted - taken
  }

  #hear(message: LiveMessage): void {
    const probe = probeIn(message)
    if (probe) {
      this.#hearProbe(probe.groupId, probe.word)
      return
    }
    this.#counted++
    switch (message[0]) {
      case 'hello':
        for (const what of everything) this.#fetchAgain(what)
        break
      case 't':
        this.#toggles.push(message)
        this.#catchUp(message)
        for (const noticeId of Object.values(message[4]).sort((a, b) => a - b)) this.#count(message, noticeId)
        break
      case 'group.changed':
        if ((this.#group(message[1])?.version ?? 0) < message[2]) this.#fetchAgain('groups')
        break
      case 'group.joined':
        this.#fetchAgain('groups')
        break
      case 'group.left':
        this.#shows.groups = this.#shows.groups.filter(({ id }) => id !== message[1])
        delete this.#shows.sent[message[1]]
        break
      case 'invitations.changed':
        this.#fetchAgain('invitations')
        break
      case 'group.invitations.changed':
        this.#fetchAgain('sent')
        break
      case 'notifications.changed':
        this.#fetchAgain('notifications')
        break
      case 'account.changed':
        this.#fetchAgain('name')
    }
  }

  #hearProbe(groupId: string, word: number): void {
    this.probes.set(word, (this.probes.get(word) ?? new Set()).add(groupId))
  }

  #group(groupId: string): Group | undefined {
    return this.#shows.groups.find(({ id }) => id === groupId)
  }

  #catchUp([, groupId, version]: Toggled): void {
    this.#replay()
    const group = this.#group(groupId)
    if (group && group.version >= version) return
    if (group && this.#stale.size === 0 && !this.#fetching) this.gaps++
    if (group) this.#fetchAgain('notifications')
    this.#fetchAgain('groups')
  }

  /** Applies what was heard to groups that are exactly one version behind it. */
  #replay(): void {
    for (const [, groupId, version, since, changes] of this.#toggles) {
      const group = this.#group(groupId)
      if (!group || group.version !== version - 1) continue
      group.version = version
      for (const member of group.members) {
        const noticeId = changes[member.userId]
        if (noticeId === undefined) continue
        Object.assign(member, { status: noticeId > 0, lastUpdated: new Date(since).toISOString() })
      }
      group.availableCount = group.members.filter(({ status }) => status).length
    }
  }

  #count([, , , , changes]: Toggled, noticeId: number): void {
    const isMine = changes[this.#person.userId] === noticeId
    const { unread } = this.#shows
    if (noticeId === 0 || isMine) return
    // Of two groups the later notice may be heard of first, and whether the count knew of this one nobody can tell.
    if (noticeId < unread.latestId) this.#fetchAgain('notifications')
    if (noticeId <= unread.latestId) return
    this.#shows.unread = { unread: unread.unread + 1, latestId: noticeId }
    this.#fetchAgain('list')
    // A count that was under way may have been taken before it.
    if (this.#fetching) this.#fetchAgain('notifications')
  }

  #fetchAgain(what: string): void {
    this.#stale.add(what)
    this.#fetching ??= this.#fetchStale()
  }

  async #fetchStale(): Promise<void> {
    while (this.#stale.size > 0) {
      const stale = new Set(this.#stale)
      this.#stale.clear()
      const found = await fetchAll(this.#person, stale, this.#shows)
      if (stale.has('groups')) this.#shows.groups = newest(found.groups, this.#shows.groups)
      if (stale.has('groups') || stale.has('sent')) this.#shows.sent = found.sent
      if (stale.has('invitations')) this.#shows.invitations = found.invitations
      if (stale.has('notifications')) this.#shows.unread = found.unread
      if (stale.has('notifications') || stale.has('list')) this.#shows.list = found.list
      if (stale.has('name')) this.#shows.name = found.name
      this.#replay()
    }
    this.#fetching = null
  }
}

const everything = ['groups', 'sent', 'invitations', 'notifications', 'list', 'name']

/** Everything, fresh. Shows nothing when the session has just ended. */
export async function fetchAll(
  person: Person,
  only = new Set(['sent', 'list']),
  known = nothing,
): Promise<Shows> {
  const { account, dashboard } = await person.ok(readDashboard)
  if (!account || !dashboard) return nothing
  const wantsSent = only.has('sent') || only.has('groups')
  const wantsList = only.has('list') || only.has('notifications')
  return {
    ...dashboard,
    name: account.displayName,
    sent: wantsSent ? await listSent(person, dashboard.groups) : known.sent,
    list: wantsList ? await listAll(person) : known.list,
  }
}

async function listSent(person: Person, groups: Group[]): Promise<Shows['sent']> {
  const sent: Shows['sent'] = {}
  for (const { id, createdBy } of groups) {
    if (createdBy !== person.userId) continue
    const { status, body } = await person.call(listSentInvitations, { params: { groupId: id } })
    // It may have been deleted or handed over since.
    if (status === 200) sent[id] = (body as { invitations: SentInvitation[] }).invitations
  }
  return sent
}

const nothing: Shows = {
  name: '',
  groups: [],
  unread: { unread: 0, latestId: 0 },
  invitations: [],
  sent: {},
  list: [],
}

async function listAll(person: Person): Promise<Notification[]> {
  const list: Notification[] = []
  for (let before: number | null | undefined; before !== null; ) {
    const { status, body } = await person.call(listNotifications, { query: before ? { before } : {} })
    if (status !== 200) return list
    const page = body as { notifications: Notification[]; nextBefore: number | null }
    list.push(...page.notifications)
    before = page.nextBefore
  }
  return list
}

/** A fetch that began before the latest toggle does not take it back. */
function newest(found: Group[], shown: Group[]): Group[] {
  return found.map(
    group => shown.find(({ id, version }) => id === group.id && version > group.version) ?? group,
  )
}
