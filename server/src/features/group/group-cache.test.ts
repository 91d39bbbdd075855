import type { Group } from '@grouplight/contract/group.ts'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { api } from '#testing/api.ts'
import { countBlocked } from '#testing/blocked-statements.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { GroupCache } from './group-cache.ts'
import { toCards } from './read-groups.ts'

const app = useOwnTestApp()

let ana: TestUser
let ben: TestUser
let groupId: string

beforeEach(async () => {
  ;[ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  groupId = (await app.groupOf(ana, ben)).id
})

afterEach(() => vi.restoreAllMocks())

const setStatus = (status: boolean) => ben.turn(groupId, status)

test('only groups that are not cached in the wanted version are read, all in one statement', async () => {
  const cache = new GroupCache(app.database)
  const prepared = vi.spyOn(app.database, 'prepared')
  const other = await app.groupOf(ana)
  const [group] = (await ana.groups()).filter(({ id }) => id === groupId)
  const read = async (version: number) => {
    prepared.mockClear()
    const found = await cache.read([
      [groupId, version],
      [other.id, other.version],
    ])
    const versions = Object.fromEntries(found.map(({ id, version }) => [id, version]))
    return { missing: prepared.mock.calls.flatMap(([, values]) => values), versions }
  }
  const version = group?.version ?? 0
  const versions = { [groupId]: version, [other.id]: other.version }
  expect(await read(version)).toEqual({ missing: [[groupId, other.id]], versions })
  expect(await read(version)).toEqual({ missing: [], versions })
  await setStatus(false)
  versions[groupId] = version + 1
  expect(await read(version + 1)).toEqual({ missing: [[groupId]], versions })
  // If the database is restored from a backup, a group may have a lower version than in the cache.
  expect(await read(version)).toEqual({ missing: [[groupId]], versions })
})

test('above its limit of members, the cache drops the groups that were used least recently', async () => {
  const cache = new GroupCache(app.database, 3)
  const groups = [await app.groupOf(ana, ben), await app.groupOf(ana), await app.groupOf(ana)]
  const prepared = vi.spyOn(app.database, 'prepared')
  const isCached = async ({ id, version }: { id: string; version: number }) => {
    prepared.mockClear()
    await cache.read([[id, version]])
    return prepared.mock.calls.length === 0
  }
  const [two, one, another] = groups as [Group, Group, Group]
  expect([await isCached(two), await isCached(one), await isCached(two)]).toEqual([false, false, true])
  expect([await isCached(another), await isCached(two), await isCached(one)]).toEqual([false, true, false])
})

test('a user who has left a group gets no card of this group', async () => {
  const cache = new GroupCache(app.database)
  await ben.ok(api.leaveGroup, { params: { groupId } })
  const groups = await cache.read([[groupId, 0]])
  expect(toCards(groups, { userId: ana.userId, now: app.clock.now(), usualEnds: {} })).toHaveLength(1)
  expect(toCards(groups, { userId: ben.userId, now: app.clock.now(), usualEnds: {} })).toEqual([])
  expect((await ben.ok(api.readDashboard)).dashboard?.groups).toEqual([])
})

test('a user who joins a group while being renamed is shown with the new name', async () => {
  const dan = await app.signUp('Dan')
  await ana.invite(groupId, dan.email)
  const [invitation] = await dan.received()
  const { accountListener } = app.services
  const { renamed } = accountListener
  const commitName = Promise.withResolvers<void>()
  const isRenaming = Promise.withResolvers<void>()
  vi.spyOn(accountListener, 'renamed').mockImplementation(async (...given) => {
    await renamed(...given)
    isRenaming.resolve()
    await commitName.promise
  })
  const renaming = dan.ok(api.updateAccount, { body: { displayName: 'Daniel' } })
  await isRenaming.promise
  const joining = dan.ok(api.acceptInvitation, { params: { invitationId: invitation?.id ?? '' } })
  let hasJoined = false
  void joining.finally(() => {
    hasJoined = true
  })
  // Joining may wait until the name is committed. On the embedded database, every other statement waits.
  const isOneByOne = inject('postgresUrl') === null
  if (!isOneByOne)
    await vi.waitFor(async () => expect(hasJoined || (await countBlocked(app.database)) > 0).toBe(true))
  const reading = ana.ok(api.readDashboard)
  if (!isOneByOne) await reading
  commitName.resolve()
  await Promise.all([renaming, joining, reading])
  const { dashboard } = await ana.ok(api.readDashboard)
  expect(dashboard?.groups[0]?.members.map(({ displayName }) => displayName)).toEqual([
    'Ana',
    'Ben',
    'Daniel',
  ])
})
