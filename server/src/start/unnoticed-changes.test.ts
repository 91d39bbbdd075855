import { beforeEach, expect, test } from 'vitest'
import { rows } from '#platform/database/database.ts'
import { api } from '#testing/api.ts'
import { createGroupWithBoard, getWithBoardCode } from '#testing/boards.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()
const [ana, ben] = app.users('Ana', 'Ben')
let groupId: string
let code: string

beforeEach(async () => {
  ;({ groupId, code } = await createGroupWithBoard(app, [ana, ben], { showsNames: true }))
})

const params = () => ({ groupId })
const timeZone = 'Europe/Berlin'

test.each<[string, () => Promise<unknown>]>([
  ['be shown outside', () => ben.ok(api.setShownOutside, { params: params(), body: { shown: true } })],
  ['have a usual end', () => ben.ok(api.setUsualEnd, { params: params(), body: { minutes: 60 } })],
  [
    'be asked, and end without an answer',
    () =>
      ben.ok(api.updateQuestionSettings, {
        params: params(),
        body: { askAgain: { afterMinutes: 60, endsUnanswered: true } },
      }),
  ],
  [
    'get prompts',
    () =>
      ben.ok(api.updateQuestionSettings, {
        params: params(),
        body: { prompt: { days: [1], time: '08:00', until: '10:00', timeZone } },
      }),
  ],
  ['hear of nobody', () => ben.ok(api.setRingingRule, { params: params(), body: { rule: 'none' } })],
  ['follow a member', () => ben.ok(api.followMember, { params: { groupId, memberId: ana.userId } })],
  ['hear of no questions', () => ben.ok(api.setCallAlerts, { params: params(), body: { on: false } })],
  ['hear of no members', () => ben.ok(api.setMemberAlerts, { params: params(), body: { on: false } })],
  [
    'get coverage alerts',
    () => ben.ok(api.setCoverageAlerts, { params: params(), body: { coverage: 'both' } }),
  ],
])('no other member notices when a member chooses to %s', async (_, change) => {
  const look = async () => {
    const [group] = await rows(app.database)`select version from groups where id = ${groupId}`
    const page = await ana.call(api.readGroup, { params: params() })
    const screen = await ana.call(api.readDashboard)
    return [group, page.body, page.headers.get('etag'), screen.body, screen.headers.get('etag')]
  }
  const [screen, own] = [await ana.open(), await ben.open()]
  for (const one of [screen, own]) one.clear()
  const before = await look()
  await change()
  expect(await screen.settled()).toEqual([])
  expect(await look()).toEqual(before)
})

test('the own screens are told of a new usual end, and the next response contains it', async () => {
  const tags = async () => {
    const page = await ben.call(api.readGroup, { params: params() })
    const dashboard = await ben.call(api.readDashboard)
    return [page, dashboard].map(({ headers }) => headers.get('etag'))
  }
  const usualEnds = async () => {
    const { members } = await ben.ok(api.readGroup, { params: params() })
    const { dashboard } = await ben.ok(api.readDashboard)
    const groups = await ben.groups()
    const cards = [dashboard?.groups, groups].map(list => list?.find(({ id }) => id === groupId)?.members)
    return [members, ...cards].map(list => list?.find(({ userId }) => userId === ben.userId)?.usualEnd)
  }
  const screen = await ben.open()
  const before = await tags()
  await ben.ok(api.setUsualEnd, { params: params(), body: { minutes: 60 } })
  expect((await screen.settled()).map(([name]) => name)).toContain('group.joined')
  expect(await usualEnds()).toEqual([60, 60, 60])
  for (const [at, tag] of (await tags()).entries()) expect(tag).not.toBe(before[at])
  await ben.ok(api.setUsualEnd, { params: params(), body: { minutes: null } })
  expect(await usualEnds()).toEqual([undefined, undefined, undefined])
})

test('a board shows and hides a member at once on the node of the change', async () => {
  const names = async () =>
    ((await getWithBoardCode(app.guest(), api.readBoard, code)).body as { names: string[] }).names
  expect(await names()).toEqual([])
  await ben.ok(api.setShownOutside, { params: params(), body: { shown: true } })
  expect(await names()).toEqual(['Ben'])
  await ben.ok(api.setShownOutside, { params: params(), body: { shown: false } })
  expect(await names()).toEqual([])
})
