import { createGroup, deleteGroup } from '@grouplight/contract/group.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { attempts } from '#platform/database/schema.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useOwnTestApp()

test('a new connection loads its topics once, even while fifty other sessions create and delete groups', async () => {
  const [eve, ana] = [await app.signUp('Eve'), await app.signUp('Ana')]
  const sessions = [eve]
  while (sessions.length < 50) sessions.push(await eve.onAnotherDevice())
  // 20 is the maximum number of connections of one user.
  const evesScreens = await Promise.all(sessions.slice(0, 20).map(session => session.open()))
  for (const screen of evesScreens) await screen.next(([name]) => name === 'hello')

  const { hub } = app.services
  const followAll = hub.followAll.bind(hub)
  let connections = 0
  let loads = 0
  vi.spyOn(hub, 'followAll').mockImplementation((connection, load) => {
    connections++
    return followAll(connection, () => {
      loads++
      return load()
    })
  })
  let changes = 0
  let goOn = true
  onTestFinished(() => {
    goOn = false
  })
  const loop = async (session: TestUser) => {
    while (goOn) {
      const { status, body } = await session.call(createGroup, { body: { name: 'Again' } })
      // On a busy machine, fifty sessions may have to wait for the database for so long that the server refuses some requests.
      if (status >= 300) continue
      const { id: groupId } = body as { id: string }
      await session.call(deleteGroup, { params: { groupId } })
      changes++
      // The counted attempts are deleted, because the limit on created groups would end the loops.
      if (changes % 50 === 0) await app.database.delete(attempts)
    }
  }
  const loops = sessions.map(loop)
  for (let opened = 0; opened < 3; opened++) {
    const before = changes
    const screen = await ana.open()
    await screen.next(([name]) => name === 'hello')
    screen.close()
    await expect.poll(() => changes).toBeGreaterThan(before)
  }
  goOn = false
  await Promise.all(loops)
  for (const screen of evesScreens) screen.close()
  expect([connections, loads]).toEqual([3, 3])
})
