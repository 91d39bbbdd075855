import { beforeEach, expect, test } from 'vitest'
import { addMs, hourMs } from '#platform/clock.ts'
import { hookDeliveries, hooks, pushes } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { usePushService } from '#testing/shared-server.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import type { PushContent } from './push-content.ts'
import { destinationsOf, queuePushes } from './queue-pushes.ts'

const app = useTestApp()
const service = await usePushService()
const [ana] = app.users('Ana')

beforeEach(async () => {
  await app.database.delete(pushes)
  await app.database.delete(hooks)
})

const ways = {
  'is removed': (groupId: string, { userId }: TestUser) =>
    ana.ok(api.removeMember, { params: { groupId, userId } }),
  leaves: (groupId: string, ben: TestUser) => ben.ok(api.leaveGroup, { params: { groupId } }),
}

test.each(Object.entries(ways))(
  'when a member %s, this member’s waiting pushes and deliveries about the group are dropped',
  async (_, go) => {
    const ben = await app.signUp('Ben')
    const { id: groupId } = await app.groupOf(ana, ben)
    const { id: other } = await app.groupOf(ana, ben)
    await service.register(ben, ben.userId)
    await addHook(ben)
    for (const id of [groupId, other]) await queue(ben, id)
    expect(await groupsWaiting()).toEqual([groupId, other, groupId, other].sort())
    await go(groupId, ben)
    expect(await groupsWaiting()).toEqual([other, other])
  },
)

async function addHook({ userId }: TestUser): Promise<void> {
  const fixed = { name: 'Lamp', kind: 'webhook', host: 'a.example', timeZone: 'UTC' } as const
  const state = { target: Buffer.from(''), createdAt: app.clock.now(), lastSent: {}, outcomes: [] }
  // The hook worker skips a hook that is busy.
  const busyUntil = addMs(app.clock.now(), hourMs)
  await app.database
    .insert(hooks)
    .values({ ...fixed, ...state, id: newId(), userId, tellsNotifications: true, busyUntil })
}

async function queue({ userId }: TestUser, groupId: string): Promise<void> {
  const group = { id: groupId, name: 'Crew' }
  await app.database.transaction(transaction =>
    queuePushes(
      Object.assign(transaction, { afterCommit() {} }),
      destinationsOf([userId]),
      { kind: 'membership.status', group, user: 'Ana' },
      addMs(app.clock.now(), hourMs),
    ),
  )
}

async function groupsWaiting(): Promise<(string | undefined)[]> {
  const forDevices = (await app.database.select().from(pushes)).map(({ content }) => content as PushContent)
  const forHooks = (await app.database.select().from(hookDeliveries)).map(
    ({ content }) => (content as { push: PushContent }).push,
  )
  return [...forDevices, ...forHooks]
    .filter(({ kind }) => kind === 'membership.status')
    .map(({ group }) => group?.id)
    .sort()
}
