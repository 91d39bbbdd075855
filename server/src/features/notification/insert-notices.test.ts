import { afterEach, expect, test, vi } from 'vitest'
import { notices } from '#platform/database/schema.ts'
import { useTestApp } from '#testing/test-app.ts'
import { insertNotices } from './insert-notices.ts'
import { newNoticeId } from './notice-ids.ts'

const app = useTestApp()
const [ana] = app.users('Ana')
afterEach(() => vi.restoreAllMocks())

test('notices get other ids if another node has taken some of theirs at the same moment', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const next = newNoticeId() + 1
  const notice = { type: 'admin', action: 'announced', createdAt: app.clock.now() } as const
  const taken = [next + 1, next + 3, next + 5].map(id => ({ ...notice, id, message: 'Theirs' }))
  await app.database.insert(notices).overridingSystemValue().values(taken)
  const ours = Array.from({ length: 4 }, (_, n) => ({ ...notice, message: `Ours ${n}` }))
  const ids = await insertNotices(app.database, ours)
  expect(ids).toEqual([next, next + 4, next + 2, next + 6])
  const stored = await app.database.select({ id: notices.id, message: notices.message }).from(notices)
  for (const [n, id] of ids.entries()) expect(stored).toContainEqual({ id, message: `Ours ${n}` })
})

test('a change succeeds although another node has taken the next ids', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const next = newNoticeId() + 1
  const theirs = { type: 'admin', action: 'announced', createdAt: app.clock.now() } as const
  const taken = Array.from({ length: 10 }, (_, n) => ({ ...theirs, id: next + n }))
  await app.database.insert(notices).overridingSystemValue().values(taken)
  await app.groupOf(ana)
  const notifications = await ana.notices()
  expect(notifications[0]).toMatchObject({ action: 'created' })
  expect(notifications[0]?.id).toBeGreaterThan(next + 9)
})
