import { and, asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { disableAccount } from '#features/account/disable-account.ts'
import { expireSessions } from '#features/account/sign-out.ts'
import { actOnDue } from '#features/availability/act-on-due.ts'
import { addMs, dayMs, minuteMs } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import { hookDeliveries, hooks, memberships, sessions, users } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { createChangeDetector, detectAllChanges } from './change-detector.ts'
import type { HookContent } from './hook-content.ts'
import { readNames } from './send-to-hook.ts'
import { switchOffHook } from './switch-off-hook.ts'

const app = useTestApp()
const [ana, cyd, dan] = app.users('Ana', 'Cyd', 'Dan')
let ben: TestUser
let groupId: string
let ids: Record<'counts' | 'names' | 'own', string>

/** Ana, Ben and Cyd are Available and shown outside. The group has two hooks, and Ben has one. */
beforeEach(async () => {
  ben = await app.signUp('Ben')
  groupId = (await app.groupOf(ana, ben, cyd)).id
  for (const user of [ana, ben, cyd]) await show(user, true)
  await app.database.delete(hooks)
  ids = {
    counts: await addHook({ groupId }),
    names: await addHook({ groupId, tellsNames: true }),
    own: await addHook({ userId: ben.userId, tellsOwnStatus: true }),
  }
})

/** The lease on the hook does not end during the test, so the hook's deliveries are not sent and stay in the table. */
async function addHook(columns: Partial<typeof hooks.$inferInsert>): Promise<string> {
  const id = newId()
  const busyUntil = addMs(app.clock.now(), 365 * dayMs)
  const fixed = { name: 'Lamp', kind: 'webhook', host: 'a.example', timeZone: 'UTC' } as const
  const state = { target: Buffer.from(''), createdAt: app.clock.now(), lastSent: {}, outcomes: [], busyUntil }
  await app.database.insert(hooks).values({ id, ...fixed, ...state, ...columns })
  return id
}

const show = (user: TestUser, shown: boolean) =>
  user.ok(api.setShownOutside, { params: { groupId }, body: { shown } })
const set = (user: TestUser, status: boolean, details = {}) => user.turn(groupId, status, details)
const ask = (body: Record<string, unknown>) =>
  ben.ok(api.updateQuestionSettings, { params: { groupId }, body })
const need = (needed: number | null) => ana.ok(api.setNeeded, { params: { groupId }, body: { needed } })
const deliveries = () => app.database.select().from(hookDeliveries).orderBy(asc(hookDeliveries.id))

async function pass(minutes: number): Promise<void> {
  app.clock.advance(minutes * minuteMs)
  await actOnDue(app.services)
}

async function discardChanges(): Promise<void> {
  await detectAllChanges(app.services)
  await app.database.delete(hookDeliveries)
}

/** Every delivery uses one id when it is stored, and further ids if it is replaced. */
async function countUsedIds(): Promise<number> {
  const [found] = await rows<{ count: number }>(app.database)`
    select case when is_called then last_value else 0 end::float8 as count from hook_deliveries_id_seq`
  return found?.count ?? 0
}

async function inShort(content: HookContent): Promise<string> {
  if (content.type === 'availability.changed')
    return `${content.status ? 'on' : 'off'}${content.endMs ? ' until' : ''}`
  if (content.type !== 'group.changed') return content.type
  const { group, available, unconfirmed, members, needed, coverage, shownIds } = content
  const names = shownIds && (await readNames(app.database, content)).join(' ')
  const parts = [
    group.name,
    `${available}${unconfirmed > 0 ? `+${unconfirmed}` : ''}/${members}`,
    needed && `${coverage} of ${needed}`,
    names,
  ]
  return parts.filter(Boolean).join(' ')
}

async function waitingContents(): Promise<Record<string, string>> {
  const states = await Promise.all(
    (await deliveries()).map(async ({ hookId, content }) => [hookId, await inShort(content as HookContent)]),
  )
  const byId = Object.fromEntries(states)
  return Object.fromEntries(Object.entries(ids).flatMap(([name, id]) => (byId[id] ? [[name, byId[id]]] : [])))
}

type Row = {
  before?: () => Promise<unknown>
  act: () => Promise<unknown>
  sends: Partial<Record<'counts' | 'names' | 'own', string>>
}

const withoutBen = {
  counts: 'Mountain Rescue 2/3',
  names: 'Mountain Rescue 2/3 Ana Cyd',
  own: 'off',
}
const afterBen = { counts: 'Mountain Rescue 2/2', names: 'Mountain Rescue 2/2 Ana Cyd' }
const withCoverage = (coverage: string) => ({
  counts: `Mountain Rescue 3/3 ${coverage}`,
  names: `Mountain Rescue 3/3 ${coverage} Ana Ben Cyd`,
})
const letBenBeAskedSoon = async () => {
  await need(3)
  await ask({ askAgain: { afterMinutes: 60, endsUnanswered: false } })
}

const changes: Record<string, Row> = {
  'Ben becomes Unavailable': { act: () => set(ben, false), sends: withoutBen },
  'Ben becomes Available': {
    before: () => set(ben, false),
    act: () => set(ben, true),
    sends: {
      counts: 'Mountain Rescue 3/3',
      names: 'Mountain Rescue 3/3 Ana Ben Cyd',
      own: 'on',
    },
  },
  'Ben sets an end': { act: () => set(ben, true, { forMinutes: 60 }), sends: { own: 'on until' } },
  'Ben sets a note': { act: () => set(ben, true, { note: 'cards' }), sends: {} },
  'Ben becomes Unavailable in all groups': {
    act: () => ben.ok(api.setAvailabilityInGroups, { body: { status: false } }),
    sends: withoutBen,
  },
  'the end of Ben’s availability comes': {
    before: () => set(ben, true, { forMinutes: 10 }),
    act: () => pass(11),
    sends: withoutBen,
  },
  'Ben is asked whether he is still Available': {
    before: letBenBeAskedSoon,
    act: () => pass(61),
    sends: {
      counts: 'Mountain Rescue 2+1/3 short of 3',
      names: 'Mountain Rescue 2+1/3 short of 3 Ana Cyd',
    },
  },
  'Ben confirms that he is still Available': {
    before: async () => {
      await letBenBeAskedSoon()
      await pass(61)
    },
    act: () => ben.ok(api.confirmAvailability, { params: { groupId } }),
    sends: withCoverage('enough of 3'),
  },
  'Ben becomes Unavailable because he does not answer the question': {
    before: async () => {
      await ask({ askAgain: { afterMinutes: 60, endsUnanswered: true } })
      await pass(61)
    },
    act: () => pass(31),
    sends: withoutBen,
  },
  'Ben signs out': { act: () => ben.ok(api.signOut), sends: withoutBen },
  'Ben’s session ends': {
    act: async () => {
      await app.database
        .update(sessions)
        .set({ expiresAt: app.clock.now() })
        .where(eq(sessions.userId, ben.userId))
      await expireSessions(app.services)
    },
    sends: withoutBen,
  },
  'Ben is disabled': {
    act: () => disableAccount(app.services, { userId: ben.userId }),
    // The hook of a disabled user rests.
    sends: { counts: withoutBen.counts, names: withoutBen.names },
  },
  'Ben leaves': {
    act: () => ben.ok(api.leaveGroup, { params: { groupId } }),
    sends: { ...afterBen, own: 'off' },
  },
  'Ben is removed': {
    act: () => ana.ok(api.removeMember, { params: { groupId, userId: ben.userId } }),
    sends: { ...afterBen, own: 'off' },
  },
  'Ben deletes his account': {
    act: () => ben.ok(api.deleteAccount, { body: { password: ben.password } }),
    sends: afterBen,
  },
  'Dan joins': {
    act: () => app.join(ana, groupId, dan),
    sends: { counts: 'Mountain Rescue 4/4', names: 'Mountain Rescue 4/4 Ana Ben Cyd' },
  },
  'Ben creates another group': {
    act: () => ben.ok(api.createGroup, { body: { name: 'Choir', description: '' } }),
    sends: { own: 'on' },
  },
  'Ben gets another name': {
    act: () => ben.ok(api.updateAccount, { body: { displayName: 'Bea' } }),
    sends: { names: 'Mountain Rescue 3/3 Ana Bea Cyd' },
  },
  'the group gets another name': {
    act: () => ana.ok(api.updateGroup, { params: { groupId }, body: { name: 'Choir', description: '' } }),
    sends: { counts: 'Choir 3/3', names: 'Choir 3/3 Ana Ben Cyd' },
  },
  'Ana sets the needed number': { act: () => need(4), sends: withCoverage('short of 4') },
  'Ben is not shown outside any more': {
    act: () => show(ben, false),
    sends: { names: 'Mountain Rescue 3/3 Ana Cyd' },
  },
  'Ana hands the group over': {
    act: async () => {
      await ana.ok(api.offerGroup, { params: { groupId }, body: { memberId: cyd.userId } })
      await cyd.ok(api.acceptOffer, { params: { groupId } })
    },
    sends: {},
  },
  'Ana deletes the group': {
    act: () => ana.ok(api.deleteGroup, { params: { groupId } }),
    sends: { own: 'off' },
  },
}

describe('a change is stored as one delivery for each hook that it concerns, and for no other hook', () => {
  for (const [change, { before, act, sends }] of Object.entries(changes))
    test(change, async () => {
      await before?.()
      await discardChanges()
      const usedBefore = await countUsedIds()
      await act()
      await vi.waitFor(async () => expect(await waitingContents()).toEqual(sends))
      await detectAllChanges(app.services)
      expect(await waitingContents()).toEqual(sends)
      expect((await countUsedIds()) - usedBefore).toBe(Object.keys(sends).length)
    })
})

test('a new hook first sends the present state of its group, or the groups in which its user is Available', async () => {
  await detectAllChanges(app.services)
  expect(await waitingContents()).toEqual({
    counts: 'Mountain Rescue 3/3',
    names: 'Mountain Rescue 3/3 Ana Ben Cyd',
    own: 'on',
  })
})

test('a member who is not shown outside any more is not named, even in a delivery stored before this change', async () => {
  await discardChanges()
  await set(cyd, false)
  await vi.waitFor(async () => expect((await waitingContents()).names).toBe('Mountain Rescue 2/3 Ana Ben'))
  const membership = and(eq(memberships.groupId, groupId), eq(memberships.userId, ben.userId))
  await app.database.update(memberships).set({ shownOutside: false }).where(membership)
  expect((await waitingContents()).names).toBe('Mountain Rescue 2/3 Ana')
})

test('no delivery is stored for a hook that is off, and the record of what it last sent is deleted', async () => {
  await discardChanges()
  for (const id of Object.values(ids)) await switchOffHook(app.services, id)
  expect((await app.database.select().from(hooks)).map(({ lastSent }) => lastSent)).toEqual([{}, {}, {}])
  const other = await addHook({ groupId })
  await set(ben, false)
  await vi.waitFor(async () => expect((await deliveries()).map(({ hookId }) => hookId)).toContain(other))
  await detectAllChanges(app.services)
  expect((await deliveries()).map(({ hookId }) => hookId)).toEqual([other])
})

test('a hook that is switched off and on again sends the present state', async () => {
  await discardChanges()
  await set(ben, true, { forMinutes: 30 })
  await detectAllChanges(app.services)
  await switchOffHook(app.services, ids.own)
  await app.database.update(hooks).set({ offAt: null })
  await detectAllChanges(app.services)
  expect((await waitingContents()).own).toBe('on until')
})

test('names are sorted without regard to case and with 9 before 10, and a member without a name is called “User”', async () => {
  const rename = ({ userId }: TestUser, displayName: string) =>
    app.database.update(users).set({ displayName }).where(eq(users.uid, userId))
  await rename(ana, 'Room 10')
  await rename(ben, 'room 9')
  await rename(cyd, '')
  await set(ben, false)
  await set(ben, true)
  await detectAllChanges(app.services)
  expect((await waitingContents()).names).toBe('Mountain Rescue 3/3 room 9 Room 10 User')
  await rename(ana, 'Ana')
  await rename(cyd, 'Cyd')
})

test('without hooks, the change detector looks for hooks once after a change and starts no transaction', async () => {
  await app.database.delete(hooks)
  const prepared = vi.fn((...query: Parameters<typeof app.database.prepared>) =>
    app.database.prepared(...query),
  )
  const transaction = vi.fn()
  const database = Object.create(app.database, {
    prepared: { value: prepared },
    transaction: { value: transaction },
  })
  const detector = createChangeDetector({ ...app.services, database })
  detector.wake(groupId)
  await detector.stop()
  expect(prepared.mock.calls.map(([{ name }]) => name)).toEqual(['hooks of groups'])
  expect(transaction).not.toHaveBeenCalled()
})

describe.skipIf(inject('postgresUrl') === null)('with two nodes', () => {
  test('each change is stored only once for each hook, although both nodes look for changes', async () => {
    const other = await app.anotherNode()
    await discardChanges()
    for (let round = 0; round < 10; round++) {
      const usedBefore = await countUsedIds()
      const at = round % 3 === 0 ? ben : ben.at(other.address)
      const params = { groupId, userId: ben.userId }
      await at.ok(api.setAvailability, { params, body: { status: round % 2 === 1 } })
      await Promise.all([app, other, app, other].map(({ services }) => detectAllChanges(services)))
      expect((await waitingContents()).own).toBe(round % 2 === 1 ? 'on' : 'off')
      expect((await countUsedIds()) - usedBefore).toBe(3)
      await app.database.delete(hookDeliveries)
    }
  })
})
