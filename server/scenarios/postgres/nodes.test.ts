import { closeCodes, type LiveMessage } from '@grouplight/contract/live.ts'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { commit } from '#platform/database/commit.ts'
import { storeSettings } from '#platform/site/stored-settings.ts'
import { api } from '#testing/api.ts'
import { cutBusOf } from '#testing/bus-cuts.ts'
import type { LiveScreen } from '#testing/live-screen.ts'
import { type TestNode, useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const is = (name: LiveMessage[0]) => (message: LiveMessage) => message[0] === name
const names = (screen: LiveScreen) => screen.received.map(([name]) => name)

describe.skipIf(inject('postgresUrl') === null)('two nodes', () => {
  const app = useOwnTestApp()
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

  test('a changed setting of the site holds on both nodes', async () => {
    const contact = `https://club.example/${ana.userId}`
    await commit(node.services, transaction => storeSettings(transaction, { contact }))
    for (const { site } of [app.services, node.services])
      await expect.poll(() => site.current().contact).toBe(contact)
    await commit(node.services, transaction => storeSettings(transaction, { contact: null }))
  })

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

  test('ending a session on one node closes only the connections of this session on the other node', async () => {
    const phone = await ben.onAnotherDevice()
    const [bens, phones] = [await ben.at(node.address).open(), await phone.at(node.address).open()]
    await phone.ok(api.signOut)
    expect(await phones.closed).toBe(closeCodes.sessionEnded)
    await bens.next(is('signed.out.elsewhere'))
    expect((await bens.settled()).length).toBeGreaterThan(0)
  })

  test.each([
    { bus: 'that is closed', isSilent: false },
    { bus: 'that falls silent', isSilent: true },
  ])(
    'with a bus $bus, clients receive a message after each change, and nobody receives messages of a group they have left',
    async ({ isSilent }) => {
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
      const restore = await cutBusOf(app.database)({ node: 'all', isSilent })
      await expectMessageAfter(anas, () => turn(ana, false))
      await expectMessageAfter(bens, () => ben.ok(api.leaveGroup, { params: { groupId } }))
      await dan.ok(api.signOut)
      expect(await dans.closed).toBe(closeCodes.sessionEnded)
      bens.clear()
      await expectMessageAfter(anas, () => turn(ana.at(node.address), true))

      await restore()
      await expect
        .poll(() => [app, node].map(({ services }) => services.bus?.isConnected))
        .toEqual([true, true])
      anas.clear()
      await turn(ana, false)
      await anas.next(is('t'))
      expect((await bens.settled()).filter(is('t'))).toEqual([])
    },
  )
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
