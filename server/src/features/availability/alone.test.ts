import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { statusNotices } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { newKey, setStatusByKey } from '#testing/keys.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { useOwnTestApp } from '#testing/test-app.ts'

const app = useOwnTestApp()
const [ana, ben] = app.users('Ana', 'Ben')
let groupId: string

beforeEach(async () => {
  groupId = (await app.groupOf(ana)).id
})

const set = (status: boolean, details: { forMinutes?: number } = {}) => ana.turn(groupId, status, details)
const countNotices = () => app.database.$count(statusNotices, eq(statusNotices.groupId, groupId))

describe('where nobody else is a member', () => {
  test.each<[string, (status: boolean) => Promise<unknown>]>([
    ['a toggle', set],
    ['a toggle with an end', status => set(status, status ? { forMinutes: 60 } : {})],
    ['a toggle in all groups', status => ana.ok(api.setAvailabilityInGroups, { body: { status } })],
    [
      'a toggle by a key',
      async status => {
        const { token } = await newKey(ana, { maySwitch: true })
        await setStatusByKey(ana, token, { groupId, status })
      },
    ],
  ])('%s stores no status notice, and the own screens show the change', async (_, change) => {
    const screen = await ana.open()
    await change(false)
    await change(true)
    expect(await countNotices()).toBe(0)
    const toggled = (await screen.settled()).flatMap(message =>
      message[0] === 't' && message[1] === groupId ? [(message[4][ana.userId] ?? 0) > 0] : [],
    )
    expect(toggled).toEqual([false, true])
    const { members } = await ana.group(groupId)
    expect(members).toMatchObject([{ userId: ana.userId, status: true }])
  })

  test('the next member hears of later changes, and a former member of none', async () => {
    await set(false)
    await set(true)
    await app.join(ana, groupId, ben)
    const { unread } = await ben.ok(api.countUnread)
    await set(false)
    await set(true)
    expect((await ben.ok(api.countUnread)).unread).toBe(unread + 1)
    expect(await countNotices()).toBe(1)
    await ben.ok(api.leaveGroup, { params: { groupId } })
    await set(false)
    await set(true)
    expect(await countNotices()).toBe(1)
    await checkInvariants(app.database)
  })
})
