import type { SharedCall } from '@grouplight/contract/call.ts'
import type { Group, Member } from '@grouplight/contract/group.ts'
import {
  type MemberState,
  missingMembers,
  withCall,
  withMember,
  withMissingMembers,
  withState,
} from './group-changes.ts'

/** What the page knows about a group. Responses and live messages change it. */
export type KnownGroup = {
  /** As the server has said it, without the pending change. */
  group: Group | undefined
  /** Whether `group` contains all members of its version. Otherwise, some may be missing or out of date. */
  isWhole: boolean
  /** The members of `group` whose states are of an earlier version. For the counts, they are as unknown as missing members. */
  uncertain: Set<string>
  /** Whether messages may have been missed since `group` was learned. Then only a response can change it. */
  isOutdated: boolean
  /** The moment of the response or of the live change that brought the version of `group`. */
  learnedAt: number
  /** The ETag of a response with all members, and its version. */
  tag: { etag: string; version: number } | undefined
  /** The newest version that a live message has named since the connection opened. */
  newest: number
  /** Recent live changes, in the order of their versions. After a gap, the earlier ones have no states. */
  updates: {
    version: number
    states: MemberState[] | null
    call?: SharedCall | undefined
    receivedAt: number
  }[]
  /** The latest response to a change of the user's own availability. */
  own: { version: number; state: MemberState } | undefined
  pending: PendingChange | undefined
}

/** The user's own change of availability that the server has not answered so far. */
export type PendingChange = {
  userId: string
  apply: (own: Member) => Member
  /** Whether the change has not reached the server for some time. */
  isUnsent: boolean
  /** The number of later changes in several groups that are running. They replace this change if they succeed. */
  rivals: number
}

/** Without `askedAt`, the response may be to an old request. */
export type Learned = { askedAt?: number; isWhole?: boolean; etag?: string | undefined }

// This must be longer than a request can take, but not much longer: after a restore of a backup, new changes reuse old versions.
const recentMs = 60_000

let moments = 0

/** Moments are counted, because clocks can be set back. */
export function moment(): number {
  return ++moments
}

export function nothingKnown(): KnownGroup {
  const nothing = { group: undefined, tag: undefined, own: undefined, pending: undefined }
  return {
    ...nothing,
    isWhole: false,
    uncertain: new Set(),
    isOutdated: false,
    learnedAt: 0,
    newest: 0,
    updates: [],
  }
}

/**
 * Takes the group of a response. If the request is older than what is known and the response has no newer version, it adds only
 * missing members. The response to a newer request counts even with a lower version, because a backup may have been restored.
 */
export function learn(known: KnownGroup, answer: Group, learnedNow: Learned): void {
  const { askedAt = 0, isWhole = answer.members.length >= answer.memberCount, etag } = learnedNow
  const { group } = known
  const learned = withChanges(answer, { ...known, uncertain: new Set<string>() })
  const isSame = !known.isOutdated && learned.version === group?.version
  const isOlder = group !== undefined && learned.version < group.version
  if (askedAt < known.learnedAt && (isOlder || (isSame && (known.isWhole || !isWhole)))) {
    known.group = withMissingMembers(group, learned)
    if (isOlder) known.uncertain = new Set([...known.uncertain, ...idsMissingIn(group, learned)])
  } else {
    known.isWhole = isWhole || (isSame && known.isWhole)
    known.group = withMissingMembers(learned, group)
    known.uncertain = new Set(
      idsMissingIn(learned, group).filter(userId => !isSame || known.uncertain.has(userId)),
    )
    known.learnedAt = moment()
    known.isOutdated = false
  }
  if (etag) known.tag = { etag, version: answer.version }
}

/**
 * Receives a live message about the group: `states` if only members or a call have changed. The next version is applied. After a
 * gap, or without `states`, the group is behind.
 */
export function receive(known: KnownGroup, version: number, states?: MemberState[], call?: SharedCall) {
  const newest = newestVersion(known)
  const updates = known.updates.filter(({ receivedAt }) => isRecent(receivedAt))
  const earlier = updates.filter(update => update.version === version)
  if (states && !earlier.some(update => update.states))
    updates.push({ version, states, call, receivedAt: Date.now() })
  known.updates = updates.sort((one, other) => one.version - other.version)
  known.newest = Math.max(known.newest, version)
  applyRecentChanges(known)
  return { isRepeated: earlier.length > 0, isAfterGap: newest > 0 && version > newest + 1 }
}

/**
 * The response contains only the user's availability, but its version may include changes of other members. So the group keeps its
 * version until the live message with the response's version arrives.
 */
export function learnOwn(known: KnownGroup, version: number, state: MemberState): void {
  if (version <= (known.own?.version ?? 0)) return
  known.own = { version, state }
  applyRecentChanges(known)
}

/** After a gap, everything is fetched again. If a backup was restored meanwhile, earlier changes must not be applied to it. */
export function forgetChanges(known: KnownGroup): void {
  known.isOutdated = known.group !== undefined
  known.newest = 0
  known.own = undefined
  known.updates = known.updates.map(update => ({ ...update, states: null }))
}

export function isBehind({ group, newest, isOutdated }: KnownGroup): boolean {
  return isOutdated || (group?.version ?? 0) < newest
}

/** Returns the group with the pending change. */
export function shownGroup({ group, pending }: KnownGroup): Group | undefined {
  const own = pending && group?.members.find(({ userId }) => userId === pending.userId)
  if (!group || !own) return group
  const changed = pending.apply(own)
  if (!pending.isUnsent) return withMember(group, changed)
  const marks = { isUnsent: true, isUnlit: changed.status !== own.status }
  return withMember(group, { ...changed, ...marks })
}

function newestVersion({ group, newest }: KnownGroup): number {
  return Math.max(group?.version ?? 0, newest)
}

function isRecent(instant: number): boolean {
  return instant > Date.now() - recentMs
}

function applyRecentChanges(known: KnownGroup): void {
  if (!known.group) return
  const changed = withChanges(known.group, known.isOutdated ? { ...known, updates: [] } : known)
  if (changed.version > known.group.version) known.learnedAt = moment()
  known.group = changed
}

/** Returns the group with the live changes that follow its version, and with a later response about the user. */
function withChanges(
  group: Group,
  { updates, own, uncertain }: Pick<KnownGroup, 'updates' | 'own' | 'uncertain'>,
): Group {
  const changed = updates.reduce((before, { version, states, call, receivedAt }) => {
    if (version !== before.version + 1 || !isRecent(receivedAt)) return before
    const after = states?.reduce<Group | null>((each, state) => {
      return each && withState(uncertain.has(state.userId) ? without(each, state.userId) : each, state)
    }, before)
    return after ? { ...(call ? withCall(after, call) : after), version } : before
  }, group)
  return own && own.version > changed.version ? (withState(changed, own.state) ?? changed) : changed
}

function without(group: Group, userId: string): Group {
  return { ...group, members: group.members.filter(member => member.userId !== userId) }
}

function idsMissingIn(group: Group, other: Group | undefined): string[] {
  return missingMembers(group, other).map(({ userId }) => userId)
}
