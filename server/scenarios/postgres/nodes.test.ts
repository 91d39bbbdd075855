import { closeCodes, type LiveMessage } from '@grouplight/contract/live.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { groups } from '#platform/database/schema.ts'
import { groupTopic } from '#platform/live/connections.ts'
import { api } from '#testing/api.ts'
import { cutPostgresBus } from '#testing/bus-cuts.ts'
import { FaultProxy } from '#testing/fault-proxy.ts'
import { freePort } from '#testing/free-port.ts'
import type { LiveScreen } from '#testing/live-screen.ts'
import { hasNats } from '#testing/nats.ts'
import { type TestApp, type TestNode, useOwnTestApp, useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { useNats } from '#testing/use-nats.ts'

const is = (name: LiveMessage[0]) => (message: LiveMessage) => message[0] === name
const names = (screen: LiveScreen) => screen.received.map(([name]) => name)

describe.skipIf(inject('postgresUrl') === null)('two nodes with PostgreSQL as the bus', () => {
  const app = useOwnTestApp()
  behaveAsOne(app, () => cutPostgresBus(app.database)({ node: 'all', isSilent: false }))

  test('clients of another node learn of a change even if its message is too long for PostgreSQL', async () => {
    const node = await app.anotherNode()
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId, version } = await app.groupOf(ana, ben)
    const screen = await ben.at(node.address).open()
    await app.database
      .update(groups)
      .set({ version: version + 1 })
      .where(eq(groups.id, groupId))
    const tooLong = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [
        `user-${at}`,
        [0, 'x'.repeat(100), 0] as [number, string, number],
      ]),
    )
    app.services.bus?.send([['publish', groupTopic(groupId), ['t', groupId, version + 1, 0, {}, tooLong]]])
    await expect.poll(() => names(screen)).toEqual(['hello', 'hello'])
  })
})

describe.skipIf(inject('postgresUrl') === null || !hasNats)('two nodes with NATS as the bus', () => {
  const nats = useNats()
  const app = useTestApp(nats.env)

  behaveAsOne(app, async () => {
    await nats.stop()
    return () => nats.start()
  })
})

describe.skipIf(inject('postgresUrl') === null || !hasNats)('one of two nodes without the bus', () => {
  const network = new FaultProxy()
  const { env } = useNats()
  const app = useTestApp(env)
  afterAll(() => network.close())

  test('clients of a node learn of changes on another node that has lost the bus', async () => {
    const port = await freePort()
    await network.listen(port, Number(new URL(env.NATS_URL).port))
    const node = await app.anotherNode({ NATS_URL: `nats://localhost:${port}` })
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(ana, ben)
    const bens = await ben.open()
    network.cut()
    // Ben's node may find the first change when the heartbeats stop. Ben's node finds the later changes only by comparing versions.
    for (const name of ['Choir', 'Small Choir', 'Large Choir']) {
      const { length } = bens.received
      await ana.at(node.address).ok(api.updateGroup, { params: { groupId }, body: { name, description: '' } })
      await expect.poll(() => bens.received.length).toBeGreaterThan(length)
    }
    expect(app.services.bus?.isUnreachable).toBe(false)
    network.restore()
  })

  test('a client can connect to a node just after the bus has stopped delivering messages', async () => {
    const port = await freePort()
    const silent = new FaultProxy()
    onTestFinished(() => silent.close())
    await silent.listen(port, Number(new URL(env.NATS_URL).port))
    const node = await app.anotherNode({ NATS_URL: `nats://localhost:${port}` })
    const cyd = await app.signUp('Cyd')
    silent.silence()
    // `open` waits for the first message of the server.
    await cyd.at(node.address).open()
    expect(node.services.bus?.isUnreachable).toBe(true)
  })
})

describe.skipIf(inject('postgresUrl') === null)('work that only one node may do', () => {
  const app = useOwnTestApp()

  test('a lock keeps other nodes from the same work until the work has ended or failed', async () => {
    const node = await app.anotherNode()
    const [begun, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const sweeping = app.database.tryWithLock('sweep', () => {
      begun.resolve()
      return finished.promise
    })
    await begun.promise
    expect(await node.services.database.tryWithLock('sweep', async () => {})).toBe(false)
    expect(await node.services.database.tryWithLock('something else', async () => {})).toBe(true)
    finished.resolve()
    expect(await sweeping).toBe(true)
    const failing = app.database.tryWithLock('sweep', () => Promise.reject(new Error('no room')))
    await expect(failing).rejects.toThrow('no room')
    expect(await node.services.database.tryWithLock('sweep', async () => {})).toBe(true)
  })
})

function behaveAsOne(app: TestApp, cutBus: () => Promise<() => Promise<void>>) {
  let node: TestNode
  let ana: TestUser
  let ben: TestUser
  let groupId: string

  beforeEach(async () => {
    ana = await app.signUp('Ana')
    ben = await app.signUp('Ben')
    groupId = (await app.groupOf(ana, ben)).id
    node = await app.anotherNode()
  })

  const turn = (user: TestUser, status: boolean) =>
    user.ok(api.setAvailability, { params: { groupId, userId: user.userId }, body: { status } })

  test('clients of both nodes receive each toggle once, as the same message', async () => {
    const [here, there] = [await ben.open(), await ben.at(node.address).open()]
    await turn(ana, false)
    await turn(ana.at(node.address), true)
    for (const screen of [here, there])
      await screen.next(message => message[0] === 't' && Object.values(message[4])[0] !== 0)
    expect(there.received).toEqual(here.received)
    expect(names(here)).toEqual(['hello', 't', 't'])
  })

  test('toggles in one group on both nodes arrive at all clients in the order of versions', async () => {
    const screens = [await ana.open(), await ben.at(node.address).open()]
    await turn(ana, false)
    const first = await turn(ben, false)
    for (let round = 0; round < 40; round++)
      await Promise.all([turn(ana, round % 2 === 0), turn(ben.at(node.address), round % 2 === 0)])
    const inOrder = Array.from({ length: 81 }, (_, n) => first.version + n)
    for (const screen of screens) {
      await screen.next(message => message[0] === 't' && message[2] === inOrder.at(-1))
      const versions = screen.received.filter(is('t')).map(([, , version]) => version)
      expect(versions.slice(-inOrder.length)).toEqual(inOrder)
    }
  })

  test('a node corrects the effect of hub commands that arrive in the wrong order', async () => {
    const there = await ben.at(node.address).open()
    // Simulates an old 'unfollow' that arrives after a newer 'follow'.
    app.services.hub.tell(['unfollow', ben.userId, groupTopic(groupId)])
    await expect.poll(() => names(there).filter(name => name === 'hello')).toHaveLength(2)
    await turn(ana, false)
    await there.next(is('t'))
    await ben.ok(api.leaveGroup, { params: { groupId } })
    await there.next(is('group.left'))
    there.clear()
    // Simulates an old 'follow' that arrives after a newer 'unfollow'.
    app.services.hub.tell(['follow', ben.userId, groupTopic(groupId)])
    await turn(ana, true)
    await turn(ana.at(node.address), false)
    expect((await there.settled()).filter(is('t'))).toEqual([])
  })

  test('ending a session on one node closes only the connections of this session on the other node', async () => {
    const phone = await ben.onAnotherDevice()
    const [bens, phones] = [await ben.at(node.address).open(), await phone.at(node.address).open()]
    await phone.ok(api.signOut)
    expect(await phones.closed).toBe(closeCodes.sessionEnded)
    await bens.next(is('signed.out.elsewhere'))
    expect((await bens.settled()).length).toBeGreaterThan(0)
  })

  test('without the bus, clients receive a message after each change, and nobody receives messages of a group they have left', async () => {
    const dan = await app.signUp('Dan')
    const [anas, bens, dans] = [
      await ana.at(node.address).open(),
      await ben.at(node.address).open(),
      await dan.at(node.address).open(),
    ]
    // Any message counts. The client receives either the change or a message that makes the client fetch.
    const expectMessageAfter = async (screen: LiveScreen, cause: () => Promise<unknown>) => {
      const { length } = screen.received
      await cause()
      await expect.poll(() => screen.received.length).toBeGreaterThan(length)
    }
    const restore = await cutBus()
    await expectMessageAfter(anas, () => turn(ana, false))
    await expectMessageAfter(bens, () => ben.ok(api.leaveGroup, { params: { groupId } }))
    await dan.ok(api.signOut)
    expect(await dans.closed).toBe(closeCodes.sessionEnded)
    bens.clear()
    await turn(ana.at(node.address), true)
    expect((await anas.settled()).at(-1)?.[0]).toBe('t')

    await restore()
    await expect
      .poll(() => [app, node].map(({ services }) => services.bus?.isUnreachable))
      .toEqual([false, false])
    anas.clear()
    await turn(ana, false)
    await anas.next(is('t'))
    expect((await bens.settled()).filter(is('t'))).toEqual([])
  })
}
