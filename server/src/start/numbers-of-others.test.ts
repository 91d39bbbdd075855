import { beforeAll, describe, expect, test } from 'vitest'
import { newNoticeId } from '#features/notification/notice-ids.ts'
import { api } from '#testing/api.ts'
import { createGroupWithBoard, getWithBoardCode } from '#testing/boards.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp({ LIMIT_CHANGES_PER_MINUTE: '1000' })
const [ana, ben, eve, fay] = app.users('Ana', 'Ben', 'Eve', 'Fay')
let theirs: string
let groupId: string
let code: string

beforeAll(async () => {
  theirs = (await app.groupOf(ana, ben)).id
  ;({ groupId, code } = await createGroupWithBoard(app, [eve, fay], { showsNames: true }))
})

const set = (who: TestUser, id: string, status: boolean) => who.turn(id, status)

/** Users who share no group with Eve use the site in many ways. */
async function othersAreActive(): Promise<void> {
  for (const user of [ana, ben]) {
    await set(user, theirs, false)
    await set(user, theirs, true)
    await user.ok(api.readNotifications, { body: { upTo: Number.MAX_SAFE_INTEGER } })
  }
  const { id } = await app.groupOf(ben, ana)
  await ben.ok(api.deleteGroup, { params: { groupId: id } })
}

describe('nobody learns of others’ activity from numbers:', () => {
  test('everything that a user can read stays the same, with its entity tags and sizes, while strangers are active', async () => {
    // The first request for a board stores the day.
    await readEverything()
    const before = await readEverything()
    await othersAreActive()
    expect(await readEverything()).toEqual(before)
  })

  test('the ids of new notices lie between two times, however many notices others get in between', async () => {
    for (const work of [async () => {}, othersAreActive]) {
      await work()
      const earliest = newNoticeId()
      await set(fay, groupId, false)
      await set(fay, groupId, true)
      const { latestId } = await eve.ok(api.countUnread)
      const notifications = await eve.notices()
      expect(notifications[0]?.id).toBe(latestId)
      expect(latestId).toBeGreaterThan(earliest)
      expect(latestId).toBeLessThan(newNoticeId())
    }
  })

  test('each kind of notice has such an id', async () => {
    const earliest = newNoticeId()
    await eve.turn(groupId, true, { forMinutes: 1 })
    app.clock.advance(2 * 60_000)
    await app.runMaintenance()
    await eve.ok(api.updateQuestionSettings, {
      params: { groupId },
      body: { askAgain: { afterMinutes: 60, endsUnanswered: false } },
    })
    await set(eve, groupId, true)
    app.clock.advance(61 * 60_000)
    await app.runMaintenance()
    await eve.invite(groupId, 'x@example.org')
    const notifications = await eve.notices()
    const latest = newNoticeId()
    const found = notifications.slice(0, 2)
    expect(found.map(({ action }) => action).sort()).toEqual(['asked', 'sent'])
    for (const { id } of found) expect(id > earliest && id < latest).toBe(true)
  })
})

async function readEverything(): Promise<unknown[]> {
  const replies = [
    await eve.call(api.readDashboard),
    await eve.call(api.listGroups),
    await eve.call(api.readGroup, { params: { groupId } }),
    await eve.call(api.countUnread),
    await eve.call(api.listNotifications),
    await eve.call(api.listRinging),
    await eve.call(api.listBoards, { params: { groupId } }),
    await getWithBoardCode(app.guest(), api.readBoard, code),
  ]
  return replies.map(({ status, body, headers }) => [
    status,
    // The time of the response to a request for a board.
    { ...(body as object), asOf: undefined },
    headers.get('etag'),
    headers.get('content-length'),
  ])
}
