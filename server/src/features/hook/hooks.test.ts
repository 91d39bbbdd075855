import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { hooks } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { openSigned, personalHook } from '#testing/hook-receiver.ts'
import { useHookReceiver } from '#testing/shared-server.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { switchOffHook } from './switch-off-hook.ts'

const receiver = await useHookReceiver()
const app = useTestApp()

let ana: TestUser
let ben: TestUser
let groupId: string
beforeEach(async () => {
  receiver.respond = response => response.end()
  receiver.requests.length = 0
  ;[ana, ben] = await Promise.all([app.signUp('Ana'), app.signUp('Ben')])
  groupId = (await app.groupOf(ana, ben)).id
})

const hooksOf = async (user: TestUser) => (await user.ok(api.listPersonalHooks)).hooks
const groupHooks = async () => (await ana.ok(api.listGroupHooks, { params: { groupId } })).hooks
const messagesOf = async (user: TestUser) => (await user.notices()).map(({ message }) => message)
const add = (user: TestUser, body: object) =>
  user.call(api.createPersonalHook, { body: { ...personalHook, url: receiver.origin, ...body } as never })

describe('a personal hook', () => {
  test('the path and the secrets of a hook are not readable in the list, the export, the log or the database; the list and the export show its host', async () => {
    const logged = app.logged.length
    const { id, secret } = await receiver.add(ana, '/secret-path')
    await add(ana, { kind: 'gotify', token: 'app-token', url: `${receiver.origin}/gotify` })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    const host = new URL(receiver.origin).host
    expect(await hooksOf(ana)).toMatchObject([
      { id, host, kind: 'webhook', name: 'Home', offAt: null, outcomes: [] },
      { host, kind: 'gotify', tellsNotifications: true, tellsOwnStatus: false },
    ])
    expect(await hooksOf(ben)).toEqual([])
    const stored = await app.database.select().from(hooks)
    const exported = await ana.ok(api.exportAccount)
    const shown = JSON.stringify([await hooksOf(ana), exported, stored.map(row => ({ ...row }))])
    const bytes = stored.map(({ target }) => target.toString('latin1')).join()
    const lines = app.logged.slice(logged).join()
    for (const part of ['secret-path', secret, 'app-token'])
      for (const text of [shown, bytes, lines]) expect(text).not.toContain(part)
    expect(exported.hooks).toMatchObject([
      { groupId: null, name: 'Home', kind: 'webhook', host, tellsNotifications: true },
      { kind: 'gotify' },
    ])
  })

  test('adding a hook needs a confirmation and something to send; ntfy also needs a topic, and Gotify also needs a token', async () => {
    expect((await add(ana, { kind: 'ntfy' })).body).toMatchObject({ code: 'invalid-input', field: 'url' })
    expect((await add(ana, { kind: 'ntfy', url: `${receiver.origin}/my-topic` })).status).toBe(200)
    expect((await add(ana, { kind: 'gotify' })).body).toMatchObject({ code: 'invalid-input', field: 'token' })
    expect((await add(ana, { tellsNotifications: false })).body).toMatchObject({ code: 'invalid-input' })
    expect((await add(ana, { kind: 'chat' })).status).toBe(400)
    app.clock.advance(11 * minuteMs)
    expect((await add(ana, {})).body).toMatchObject({ code: 'confirm-first' })
    expect(await hooksOf(ana)).toHaveLength(1)
  })

  test('a test of a hook is signed and sent immediately, and returns its outcome', async () => {
    const { id: hookId, secret } = await receiver.add(ana, '/test')
    receiver.respond = response => response.writeHead(418).end()
    const tested = await ana.ok(api.testPersonalHook, { params: { hookId } })
    expect(tested.outcomes).toMatchObject([{ status: 418 }])
    const [request] = receiver.requests
    expect(request && openSigned(request, secret, app.clock)).toMatchObject({
      type: 'test',
      data: { message: 'This is a test.' },
    })
    receiver.respond = response => response.destroy()
    const cut = await ana.ok(api.testPersonalHook, { params: { hookId } })
    expect(cut.outcomes).toMatchObject([{ status: null }, { status: 418 }])
  })

  test('a hook that is off is switched on by a successful test, but not by a failed test', async () => {
    const { id: hookId } = await receiver.add(ana, '/off')
    await switchOffHook(app.services, hookId)
    await switchOffHook(app.services, hookId)
    const off = 'One of your hooks was switched off: its receiver failed'
    expect((await messagesOf(ana)).filter(message => message === off)).toHaveLength(1)
    receiver.respond = response => response.writeHead(500).end()
    expect((await ana.ok(api.testPersonalHook, { params: { hookId } })).offAt).not.toBeNull()
    receiver.respond = response => response.writeHead(204).end()
    expect((await ana.ok(api.testPersonalHook, { params: { hookId } })).offAt).toBeNull()
    const [stored] = await app.database.select().from(hooks).where(eq(hooks.id, hookId))
    expect(stored).toMatchObject({ offAt: null, failingSince: null })
  })

  test('a hook is deleted with its user', async () => {
    const { id } = await receiver.add(ben, '/ben')
    await ben.ok(api.deleteAccount, { body: { password: ben.password } })
    expect(await app.database.$count(hooks, eq(hooks.id, id))).toBe(0)
  })
})

describe('a hook of a group', () => {
  test('a test of a hook of a group sends the number of Available members', async () => {
    const { id: hookId, secret } = await receiver.addToGroup(ana, groupId, '/lamp')
    await ben.turn(groupId, false)
    receiver.requests.length = 0
    const tested = await ana.ok(api.testGroupHook, { params: { groupId, hookId } })
    expect(tested.outcomes[0]).toMatchObject({ status: 200 })
    const [request] = receiver.requests
    expect(request && openSigned(request, secret, app.clock)).toMatchObject({
      type: 'group.changed',
      data: { groupId, available: 1, members: 2 },
    })
    expect(request?.body).not.toContain('Ben')
  })

  test('when a hook of a group is switched off, the creator is notified, and other members are not', async () => {
    const { id } = await receiver.addToGroup(ana, groupId, '/lamp')
    await switchOffHook(app.services, id)
    expect(await messagesOf(ana)).toContain('A hook of Mountain Rescue was switched off: its receiver failed')
    expect((await groupHooks())[0]).toMatchObject({ id, offAt: expect.any(String) })
    expect((await messagesOf(ben)).join()).not.toContain('hook')
  })

  test('the hooks of a group are deleted when the group is handed over or deleted', async () => {
    await receiver.addToGroup(ana, groupId, '/lamp')
    await ana.ok(api.offerGroup, { params: { groupId }, body: { memberId: ben.userId } })
    expect(await groupHooks()).toHaveLength(1)
    await ben.ok(api.acceptOffer, { params: { groupId } })
    expect((await ben.ok(api.listGroupHooks, { params: { groupId } })).hooks).toEqual([])
    const { id } = await receiver.addToGroup(ben, groupId, '/lamp')
    await ben.ok(api.deleteGroup, { params: { groupId } })
    expect(await app.database.$count(hooks, eq(hooks.id, id))).toBe(0)
  })

  test('hooks that are added to a group at the same moment do not exceed the limit of 3', async () => {
    const created = await Promise.all(
      [1, 2, 3, 4, 5].map(n =>
        ana.call(api.createGroupHook, {
          params: { groupId },
          body: { name: `Lamp ${n}`, kind: 'chat', url: receiver.origin },
        }),
      ),
    )
    expect(created.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409])
    await vi.waitFor(async () => expect(await groupHooks()).toHaveLength(3))
  })
})
