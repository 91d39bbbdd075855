import { sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, inject, test, vi } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { FaultProxy } from '#testing/fault-proxy.ts'
import { freePort } from '#testing/free-port.ts'
import { createDatabase, startPostgres } from '#testing/postgres.ts'
import { useTestApp } from '#testing/test-app.ts'

const patienceMs = 60_000

// These tests have a PostgreSQL and a network proxy of their own, so that the faults do not affect other tests.
const postgres = inject('postgresUrl') === null ? null : await startPostgres()

describe.skipIf(!postgres)('faults of PostgreSQL', { timeout: 2 * patienceMs }, async () => {
  if (!postgres) return
  const network = new FaultProxy()
  const port = await freePort()
  await network.listen(port, Number(new URL(postgres.url).port))
  const url = Object.assign(new URL(await createDatabase(postgres.url, newId())), { port: String(port) })
  const app = useTestApp({ DATABASE_URL: url.href, LIMIT_REQUESTS_PER_SECOND: '1000' })

  afterEach(() => network.restore())
  afterAll(async () => {
    await network.close()
    await postgres.stop()
  })

  async function usersInAGroup() {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(ana, ben)
    const screen = await ana.open()
    const mine = { params: { groupId, userId: ben.userId } }
    const turn = (status: boolean) => ben.call(api.setAvailability, { ...mine, body: { status } })
    return { ana, ben, screen, turn }
  }

  const isReady = async () => (await app.guest().request('GET', '/api/ready')).status === 200
  const unavailable = { status: 503, body: { code: 'unavailable' } }

  async function expectRecovery({ screen, turn }: Awaited<ReturnType<typeof usersInAGroup>>): Promise<void> {
    await expect.poll(isReady, { timeout: patienceMs }).toBe(true)
    await vi.waitFor(async () => expect((await turn(false)).status).toBe(200), patienceMs)
    await expect.poll(() => app.services.bus?.isConnected, { timeout: patienceMs }).toBe(true)
    screen.clear()
    expect((await turn(true)).status).toBe(200)
    await screen.next(([name]) => name === 't')
  }

  test('while the database restarts, requests get 503 with Retry-After and live connections stay open; later, changes work again', async () => {
    const users = await usersInAGroup()
    const { ana, screen, turn } = users
    let midway = () => {}
    const reached = new Promise<void>(resolve => {
      midway = resolve
    })
    const interrupted = app.database.transaction(async transaction => {
      await transaction.execute(sql`select 1`)
      midway()
      await transaction.execute(sql`select pg_sleep(30)`)
    })
    const refused = expect(interrupted).rejects.toThrow()
    await reached
    await postgres.shutDown()
    await refused
    for (const answer of [
      await turn(false),
      await ana.call(api.listGroups),
      await ana.call(api.createGroup, { body: { name: 'Choir' } }),
    ]) {
      expect(answer).toMatchObject(unavailable)
      expect(answer.headers.get('retry-after')).toBe('2')
    }
    expect(await isReady()).toBe(false)
    await screen.settled()

    await postgres.start()
    await expectRecovery(users)
  })

  test('while the database does not respond, requests get 503 and live connections stay open; later, changes work again', async () => {
    const users = await usersInAGroup()
    const { ana, screen, turn } = users
    network.silence()
    // There are fewer database connections than requests. The requests use single statements, transactions and batched toggles.
    const requests = Array.from({ length: 20 }, (_, n) => [
      ana.call(api.listGroups),
      ana.call(api.createGroup, { body: { name: `Choir ${n}` } }),
      turn(n % 2 === 0),
    ])
    expect(await isReady()).toBe(false)
    await screen.settled()
    const first = await Promise.race(requests.flat())
    expect(first).toMatchObject(unavailable)
    // The last toggle is sent after the first request has failed.
    const answers = await Promise.all([...requests.flat(), turn(false)])
    for (const answer of answers) expect(answer).toMatchObject(unavailable)
    await screen.settled()

    network.restore()
    await expectRecovery(users)
    const { body } = await app.guest().request('GET', '/metrics')
    expect(String(body)).toContain('grouplight_database_connections{state="waiting"} 0')
  })
})
