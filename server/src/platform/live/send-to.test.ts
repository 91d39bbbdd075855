import { expect, test, vi } from 'vitest'
import { commit } from '#platform/database/commit.ts'
import type { UnitOfWork } from '#services.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import { Hub } from './hub.ts'
import { sendTo } from './send-to.ts'

const app = useOwnTestApp()
const [ana, ben] = app.users('Ana', 'Ben')

test('a user gets all messages of a transaction together, without duplicates, and each time with the next version', async () => {
  const hub = new Hub()
  const told = vi.spyOn(hub, 'tell')
  const services = { ...app.services, hub }
  await commit(services, async transaction => {
    for (const { userId } of [ana, ben, ana]) sendTo(transaction, userId, ['notifications.changed'])
    sendTo(transaction, ana.userId, ['invitations.changed'])
  })
  await commit(services, async transaction => sendTo(transaction, ben.userId, ['account.changed']))
  const to = (userId: string) =>
    told.mock.calls.flatMap(([[, id, ...sent]]) => (id === userId ? [sent] : [])) as [number, unknown][]
  const [[version = 0] = []] = to(ben.userId)
  expect(to(ben.userId)).toEqual([
    [version, [['notifications.changed']]],
    [version + 1, [['account.changed']]],
  ])
  expect(to(ana.userId)).toEqual([[expect.any(Number), [['notifications.changed'], ['invitations.changed']]]])
})

test('no message can be sent after the transaction has ended', async () => {
  let late: UnitOfWork | undefined
  await commit(app.services, async transaction => {
    late = transaction
    sendTo(transaction, ana.userId, ['notifications.changed'])
  })
  expect(() => late && sendTo(late, ana.userId, ['account.changed'])).toThrow('already ended')
})
