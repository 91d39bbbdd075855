import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { api } from '#testing/api.ts'
import { reportProgress } from '#testing/progress.ts'
import { useRestartableServer } from '#testing/restartable-server.ts'
import { signUp } from '#testing/writers.ts'

const rounds = Number(process.env.ROUNDS ?? 8)
const startServer = useRestartableServer('end')

test('if the server is killed shortly before or after an end, the member still becomes Unavailable at this end and gets one notification', {
  timeout: 60_000 * rounds,
}, async () => {
  const server = await startServer()
  const ana = await signUp(server, 'Ana')
  const { id: groupId } = await ana.ok(api.createGroup, { body: { name: 'Crew' } })
  const own = async () => (await ana.ok(api.readGroup, { params: { groupId } })).members[0]

  let endedBefore = 0
  for (let round = 1; round <= rounds; round++) {
    const endMs = Date.now() + 700
    const { until } = await ana.ok(api.setAvailability, {
      params: { groupId, userId: ana.userId },
      body: { status: true, until: new Date(endMs).toISOString(), note: 'here' },
    })
    // The server looks for due ends twice a second.
    await wait(endMs - Date.now() + Math.random() * 700 - 100)
    endedBefore += Number((await own())?.status === false)
    await server.kill()
    await server.start()
    await vi.waitFor(async () => expect((await own())?.status).toBe(false))
    expect(await own()).toEqual({
      userId: ana.userId,
      displayName: 'Ana',
      status: false,
      lastUpdated: until,
    })
    const { notifications } = await ana.ok(api.listNotifications)
    // The toggle of the next round removes this notification.
    expect(notifications.filter(({ action }) => action === 'ended')).toMatchObject([
      { createdAt: until, read: false },
    ])
    reportProgress(round, rounds)
  }
  process.stdout.write(
    `${rounds} rounds of killing the server at an end: each ended once, ${endedBefore} of them before the kill\n`,
  )
})
