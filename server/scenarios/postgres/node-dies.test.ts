import { describe, expect, inject, test, vi } from 'vitest'
import { api } from '#testing/api.ts'
import { hasNats } from '#testing/nats.ts'
import { type TestApp, type TestNode, useOwnTestApp, useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { useNats } from '#testing/use-nats.ts'

describe.skipIf(inject('postgresUrl') === null)('with PostgreSQL as the bus', () => {
  makesOnlyAffectedUsersFetch(useOwnTestApp())
})

describe.skipIf(inject('postgresUrl') === null || !hasNats)('with NATS as the bus', () => {
  makesOnlyAffectedUsersFetch(useTestApp(useNats().env))
})

function makesOnlyAffectedUsersFetch(app: TestApp) {
  const users = app.users('Ana', 'Ben', 'Cyd', 'Dan', 'Eve', 'Gus', 'Hal')
  const [ana, ben, cyd, dan, eve, gus, hal] = users

  test('if a node dies between a commit and its live messages, only users who missed a message are made to fetch, and this happens within 5 s', async () => {
    const node = await app.anotherNode()
    const [choir, crew] = [await app.groupOf(ana, ben, cyd), await app.groupOf(dan, eve)]
    const opened = await Promise.all(users.map(async user => ({ user, screen: await user.open() })))
    await turn(eve.at(node.address), crew.id)
    for (const { screen } of opened.filter(({ user }) => [dan, eve].includes(user)))
      await screen.next(([name]) => name === 't')
    for (const { screen } of opened) screen.clear()
    silence(node)
    await turn(ben.at(node.address), choir.id)
    await gus.at(node.address).ok(api.updateAccount, { body: { displayName: 'August' } })
    await ana
      .at(node.address)
      .ok(api.inviteMembers, { params: { groupId: choir.id }, body: { emails: [hal.email] } })

    const received = async () =>
      Promise.all(
        opened.map(async ({ user, screen }) => [
          user.name,
          (await screen.settled()).map(([name]) => name).join(),
        ]),
      )
    const hello = [ana, ben, cyd, gus, hal]
    const expected = users.map(user => [user.name, hello.includes(user) ? 'hello' : ''])
    await expect.poll(received).toEqual(expected)
  })
}

const turn = (user: TestUser, groupId: string) =>
  user.ok(api.setAvailability, { params: { groupId, userId: user.userId }, body: { status: false } })

/** Stops a node from sending on the bus, so that the other nodes treat the node as dead. The node still accepts requests. */
function silence(node: TestNode): void {
  const bus = node.services.bus as unknown as Record<'send' | 'sendNodeMessage', () => unknown>
  vi.spyOn(bus, 'send').mockReturnValue(undefined)
  vi.spyOn(bus, 'sendNodeMessage').mockResolvedValue(undefined)
}
