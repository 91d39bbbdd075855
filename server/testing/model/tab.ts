import type { Dashboard } from '@grouplight/contract/dashboard.ts'
import type { Group } from '@grouplight/contract/group.ts'
import type { SentInvitation } from '@grouplight/contract/invitation.ts'
import { type LiveMessage, readStates, type StatusMessage } from '@grouplight/contract/live.ts'
import type { Notification } from '@grouplight/contract/notification.ts'
import type { GroupRinging } from '@grouplight/contract/ringing.ts'
import { api } from '../api.ts'
import type { LiveScreen } from '../live-screen.ts'
import type { TestUser } from '../test-user.ts'
import { readProbe } from './probe-message.ts'

export type TabState = Dashboard & {
  name: string
  sent: Record<string, SentInvitation[]>
  list: Notification[]
}

/**
 * An open tab that handles live messages like the web app. It applies a toggle or details with the next version of the group. It
 * fetches data after a gap in the versions, and after a message that contains no new values.
 */
export class Tab {
  readonly screen: LiveScreen
  /** The number of messages 't' that skipped a version while the tab was not fetching. */
  gaps = 0
  /** The groups whose probes the tab received. The keys are the numbers of the probes. */
  readonly probes = new Map<number, Set<string>>()
  #counted = 0
  #reported = 0
  readonly #user: TestUser
  readonly #changes: StatusMessage[] = []
  readonly #stale = new Set<string>()
  #state: TabState
  #fetching: Promise<void> | null = null

  private constructor(user: TestUser, screen: LiveScreen, state: TabState) {
    this.#user = user
    this.screen = screen
    this.#state = state
  }

  /** Opens a tab. The tab connects before it fetches data, so that it misses no change. */
  static async open(user: TestUser): Promise<Tab> {
    const screen = await user.open()
    const tab = new Tab(user, screen, await fetchAll(user))
    screen.onMessage = message => tab.#receive(message)
    // The first hello arrived before the fetch and causes no second fetch.
    const first = screen.received.findIndex(([name]) => name === 'hello')
    for (const message of screen.received.toSpliced(first, 1)) tab.#receive(message)
    return tab
  }

  /** Returns the state after the tab has handled all messages that were sent before this call. */
  async settled(): Promise<TabState> {
    await this.screen.settled()
    while (this.#fetching) await this.#fetching
    return this.#state
  }

  /** Returns the number of messages except probes that were received since the last `takeCount`. */
  takeCount(): number {
    const before = this.#reported
    this.#reported = this.#counted
    return this.#counted - before
  }

  #receive(message: LiveMessage): void {
    const probe = readProbe(message)
    if (probe) {
      this.#receiveProbe(probe.groupId, probe.probeNumber)
      return
    }
    this.#counted++
    switch (message[0]) {
      case 'hello':
        for (const what of everything) this.#fetchAgain(what)
        break
      case 't':
        this.#changes.push(message)
        this.#catchUp(message)
        for (const { userId, noticeId } of readStates(message))
          if (this.#hears(message[1], userId)) this.#count(userId, noticeId)
          // The running fetch may bring another ringing rule, by which the user hears of this notice.
          else if (this.#fetching) this.#fetchAgain('notifications')
        break
      case 'c':
      case 'group.changed':
        if ((this.#group(message[1])?.version ?? 0) < message[2]) this.#fetchAgain('groups')
        // If a followed member has left, the user no longer hears of the notices about that member.
        if (this.#ringing(message[1])?.rule === 'followed') {
          this.#fetchAgain('ringing')
          this.#fetchAgain('notifications')
        }
        break
      case 'group.joined':
        this.#fetchAgain('groups')
        this.#fetchAgain('ringing')
        break
      case 'group.left':
        this.#state.groups = this.#state.groups.filter(({ id }) => id !== message[1])
        this.#state.ringing = this.#state.ringing.filter(({ groupId }) => groupId !== message[1])
        delete this.#state.sent[message[1]]
        // The running fetch may have read the group before the user left it.
        if (this.#fetching) this.#fetchAgain('groups')
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
      case 'ringing.changed':
        this.#fetchAgain('ringing')
        break
      case 'account.changed':
        this.#fetchAgain('name')
    }
  }

  #receiveProbe(groupId: string, probeNumber: number): void {
    this.probes.set(probeNumber, (this.probes.get(probeNumber) ?? new Set()).add(groupId))
  }

  #group(groupId: string): Group | undefined {
    return this.#state.groups.find(({ id }) => id === groupId)
  }

  #ringing(groupId: string): GroupRinging | undefined {
    return this.#state.ringing.find(ringing => ringing.groupId === groupId)
  }

  #hears(groupId: string, memberId: string): boolean {
    const { rule = 'all', follows = [] } = this.#ringing(groupId) ?? {}
    return rule === 'all' || (rule === 'followed' && follows.includes(memberId))
  }

  #catchUp([, groupId, version]: StatusMessage): void {
    this.#replay()
    const group = this.#group(groupId)
    if (group && group.version >= version) return
    if (group && this.#stale.size === 0 && !this.#fetching) this.gaps++
    if (group) this.#fetchAgain('notifications')
    this.#fetchAgain('groups')
  }

  #replay(): void {
    for (const change of this.#changes) {
      const [, groupId, version] = change
      const group = this.#group(groupId)
      if (!group || group.version !== version - 1) continue
      group.version = version
      applyStates(group, change)
    }
  }

  #count(userId: string, noticeId: number | null): void {
    const { unread } = this.#state
    if (noticeId === null || userId === this.#user.userId) return
    // Notices of two groups may arrive in the wrong order. If a newer one came first, the count may or may not include this notice.
    if (noticeId < unread.latestId) this.#fetchAgain('notifications')
    if (noticeId <= unread.latestId) return
    this.#state.unread = { unread: unread.unread + 1, latestId: noticeId }
    this.#fetchAgain('list')
    // The count that the running fetch returns may or may not include this notice.
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
      const found = await fetchAll(this.#user, stale, this.#state)
      if (stale.has('groups')) this.#state.groups = newest(found.groups, this.#state.groups)
      if (stale.has('groups') || stale.has('sent')) this.#state.sent = found.sent
      if (stale.has('invitations')) this.#state.invitations = found.invitations
      if (stale.has('ringing')) this.#state.ringing = found.ringing
      if (stale.has('notifications')) this.#state.unread = found.unread
      if (stale.has('notifications') || stale.has('list')) this.#state.list = found.list
      if (stale.has('name')) this.#state.name = found.name
      this.#replay()
    }
    this.#fetching = null
  }
}

const everything = ['groups', 'sent', 'invitations', 'notifications', 'list', 'ringing', 'name']

/** Fetches the dashboard. Also fetches `sent` and `list` if `only` requires them. Otherwise takes them from `known`. */
export async function fetchAll(
  user: TestUser,
  only = new Set(['sent', 'list']),
  known = emptyState,
): Promise<TabState> {
  const { account, dashboard } = await user.ok(api.readDashboard)
  if (!account || !dashboard) return emptyState
  const wantsSent = only.has('sent') || only.has('groups')
  const wantsList = only.has('list') || only.has('notifications')
  return {
    ...dashboard,
    name: account.displayName,
    sent: wantsSent ? await listSent(user, dashboard.groups) : known.sent,
    list: wantsList ? await listAll(user) : known.list,
  }
}

async function listSent(user: TestUser, groups: Group[]): Promise<TabState['sent']> {
  const sent: TabState['sent'] = {}
  for (const { id, createdBy, deputies = [] } of groups) {
    if (createdBy !== user.userId && !deputies.includes(user.userId)) continue
    const { status, body } = await user.call(api.listSentInvitations, { params: { groupId: id } })
    // The group may have been deleted or handed over during the fetch.
    if (status === 200) sent[id] = (body as { invitations: SentInvitation[] }).invitations
  }
  return sent
}

const emptyState: TabState = {
  name: '',
  groups: [],
  unread: { unread: 0, latestId: 0 },
  invitations: [],
  ringing: [],
  sent: {},
  list: [],
}

async function listAll(user: TestUser): Promise<Notification[]> {
  const list: Notification[] = []
  for (let before: number | null | undefined; before !== null; ) {
    const { status, body } = await user.call(api.listNotifications, { query: before ? { before } : {} })
    if (status !== 200) return list
    const page = body as { notifications: Notification[]; nextBefore: number | null }
    list.push(...page.notifications)
    before = page.nextBefore
  }
  return list
}

function applyStates(group: Group, message: StatusMessage): void {
  const states = new Map(readStates(message).map(state => [state.userId, state]))
  group.members = group.members.map(member => {
    const state = states.get(member.userId)
    if (!state) return member
    const { until, note, unconfirmedSince, ...rest } = member
    const { noticeId, ...shown } = state
    return { ...rest, ...shown }
  })
  count(group)
}

function count(group: Group): void {
  const unconfirmed = group.members.filter(({ unconfirmedSince }) => unconfirmedSince).length
  group.availableCount = group.members.filter(({ status }) => status).length
  if (unconfirmed > 0) group.unconfirmedCount = unconfirmed
  else delete group.unconfirmedCount
}

/** Keeps a shown group if a message during the fetch gave it a newer version than the fetched one. */
function newest(found: Group[], shown: Group[]): Group[] {
  return found.map(
    group => shown.find(({ id, version }) => id === group.id && version > group.version) ?? group,
  )
}
