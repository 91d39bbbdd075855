import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import { removedMembers } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'

const app = useOwnTestApp()
const [ana, ben] = app.users('Ana', 'Ben')

test('the stored removal of a member is deleted after 60 days, and not before', async () => {
  const { id: groupId } = await app.groupOf(ana, ben)
  await ana.ok(api.removeMember, { params: { groupId, userId: ben.userId } })
  app.clock.advance(60 * dayMs - hourMs)
  await app.runMaintenance()
  expect(await app.database.$count(removedMembers)).toBe(1)
  app.clock.advance(hourMs)
  await app.runMaintenance()
  expect(await app.database.$count(removedMembers)).toBe(0)
})
