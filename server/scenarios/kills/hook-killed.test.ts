import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { api } from '#testing/api.ts'
import { HookReceiver } from '#testing/hook-receiver.ts'
import { reportProgress } from '#testing/progress.ts'
import { useRestartableServer } from '#testing/restartable-server.ts'
import { signUp } from '#testing/writers.ts'

const rounds = Number(process.env.ROUNDS ?? 6)
const longestDelayMs = 40
const receiver = await HookReceiver.open()
afterAll(() => receiver.close())
const startServer = useRestartableServer('hook')

test('a hook tells each change of availability under exactly one id, even if the server is killed during or after the change', {
  timeout: 200_000 * rounds,
}, async () => {
  const server = await startServer({ HOOK_HOSTS: receiver.origin })
  const ana = await signUp(server, 'Ana')
  const { id: groupId } = await ana.ok(api.createGroup, { body: { name: 'Crew' } })
  await receiver.addToGroup(ana, groupId, '/counts')
  await receiver.add(ana, '/lamp', { tellsNotifications: false, tellsOwnStatus: true })
  const told = (path: string) => {
    const byId = new Map(
      receiver.requestsTo(path).map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body).data]),
    )
    return [...byId.values()].map(({ status, available }) => status ?? available === 1)
  }
  const paths = ['/lamp', '/counts']
  const allTold = (states: boolean[]) =>
    // The killed server's lease on a hook ends only after a minute. Until then, the hook gets no delivery.
    vi.waitFor(() => expect(paths.map(told)).toEqual([states, states]), 150_000)
  const toggle = (status: boolean) =>
    ana.ok(api.setAvailability, { params: { groupId, userId: ana.userId }, body: { status } })

  const states = [true]
  await toggle(false)
  await toggle(true)
  await allTold(states)
  for (let round = 1; round <= rounds; round++) {
    const status = round % 2 === 0
    const answer = toggle(status).then(
      () => true,
      () => false,
    )
    // In half of the rounds, the server is killed after the change. In the other rounds, the change may still be in progress.
    if (round % 4 < 2) expect(await answer).toBe(true)
    await wait(Math.random() * longestDelayMs)
    await server.kill()
    await server.start()
    if (!(await answer)) await toggle(status)
    states.push(status)
    await allTold(states)
    reportProgress(round, rounds)
  }
  // A change that was told twice would have been told before this last change.
  states.push(rounds % 2 === 1)
  await toggle(rounds % 2 === 1)
  await allTold(states)
  process.stdout.write(`${rounds} rounds of killing the server after a status change: each was told once\n`)
})
