import { eq, type SQL } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { statusStatements, statusValues } from '#features/availability/status-statement.ts'
import { hourMs, minuteMs } from '#platform/clock.ts'
import { attempts, devices, pushes, ringCursors } from '#platform/database/schema.ts'
import { allSent } from '#testing/all-sent.ts'
import { api } from '#testing/api.ts'
import { FakePushService } from '#testing/fake-push-service.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { decideRinging } from './decide-ringing.ts'

const service = await FakePushService.open()
const app = useTestApp({ PUSH_SERVICES: service.origin })
afterAll(() => service.close())

const [ana, ben, cyd, dan] = app.users('Ana', 'Ben', 'Cyd', 'Dan')
let groupId: string
beforeEach(async () => {
  service.clear()
  service.respond = response => response.writeHead(201).end()
  for (const table of [devices, pushes, attempts]) await app.database.delete(table)
  groupId = (await app.groupOf(ana, ben, cyd)).id
  for (const [user, path] of [
    [ana, 'ana'],
    [ben, 'ben'],
    [dan, 'dan'],
  ] as const)
    await service.register(user, path)
})

const set = (user: TestUser, status: boolean) => user.turn(groupId, status)

async function becomeAvailable(user: TestUser): Promise<void> {
  await set(user, false)
  await set(user, true)
}

/** Does not wake the ringer, as if the process had ended directly after the commit. */
async function becomeAvailableAndCrash(user: TestUser): Promise<void> {
  await set(user, false)
  const session = await sessionOf(user)
  const toggle = { session, groupId, userId: user.userId, status: true }
  const values = {
    now: app.clock.now(),
    renewalDueBefore: new Date(0),
    mostChanges: 100,
    isInTransaction: false,
    channel: null,
  }
  await app.database.prepared(statusStatements.bySession, statusValues([toggle], values))
}

async function sessionOf(user: TestUser): Promise<string> {
  const [device] = await app.database.select().from(devices).where(eq(devices.userId, user.userId))
  return device?.sessionHash.toString('hex') ?? ''
}

describe('when a member becomes Available', () => {
  test('a push shows the end and the note of an availability, and no end if there is none', async () => {
    await set(ana, false)
    const params = { groupId, userId: ana.userId }
    await ana.ok(api.setAvailability, { params, body: { status: true, forMinutes: 60, note: 'coffee' } })
    const [push] = await service.pushesTo('ben')
    expect(push?.payload.notification.body).toMatch(/^Mountain Rescue · until (\w+ )?\d\d:\d\d · coffee$/)
    service.clear()
    await set(cyd, false)
    await cyd.turn(groupId, true, { note: 'tea' })
    await set(cyd, true)
    const [later] = await service.pushesTo('ben')
    expect(later?.payload.notification.body).not.toContain('until')
  })

  test('the devices of the other members ring once when a member becomes Available, and no other device rings', async () => {
    await becomeAvailable(ana)
    const [push] = await service.pushesTo('ben')
    expect(push).toMatchObject({
      ttl: expect.any(Number),
      urgency: 'high',
      payload: {
        notification: {
          title: 'Ana is now available',
          body: 'Mountain Rescue',
          data: { kind: 'membership.status', groupId, noticeId: expect.any(Number) },
        },
      },
    })
    expect(push?.ttl).toBeGreaterThan(3_500)
    expect(push?.ttl).toBeLessThanOrEqual(3_600)
    const notifications = await ben.notices()
    expect(push?.payload.notification.data.noticeId).toBe(notifications[0]?.id)
    expect(push?.payload.notification.navigate).toBe(
      `${app.url}/groups/${groupId}?notice=${notifications[0]?.id}`,
    )
    expect(push?.payload.app_badge).toBe((await ben.ok(api.countUnread)).unread)
    await allSent(app)
    expect(service.requests).toEqual(['ben'])
  })

  test.each([
    ['of the member', () => ({ memberId: ana.userId })],
    ['of a number', () => ({ needed: 1 })],
  ])('a device rings once if the same change fulfils a watch %s', async (_, wish) => {
    for (const user of [ana, cyd]) await set(user, false)
    await ben.ok(api.addWatch, { params: { groupId }, body: { ...wish(), forMinutes: 60 } })
    await set(ana, true)
    const [push] = await service.pushesTo('ben')
    expect(push?.payload.notification.data.kind).toMatch(/awaited|reached/)
    await allSent(app)
    expect(service.requests).toEqual(['ben'])
  })

  test('no device rings when a member becomes Unavailable', async () => {
    await set(ana, false)
    await allSent(app)
    expect(service.requests).toEqual([])
  })

  test('all devices of a user ring, and the topics of their pushes differ', async () => {
    await service.register(await ben.onAnotherDevice(), 'ben-2')
    await becomeAvailable(ana)
    const [one, two] = [await service.pushesTo('ben'), await service.pushesTo('ben-2')]
    expect(one[0]?.topic).not.toBe(two[0]?.topic)
  })

  test('no device rings when a member becomes Available again within five minutes, but devices ring for other members', async () => {
    await becomeAvailable(ana)
    await service.pushesTo('ben')
    await becomeAvailable(ana)
    await becomeAvailable(cyd)
    await service.pushesTo('ben', 2)
    await allSent(app)
    expect(service.requests.sort()).toEqual(['ana', 'ben', 'ben'])
    app.clock.advance(5 * minuteMs)
    await becomeAvailable(ana)
    await service.pushesTo('ben', 3)
  })

  test('if a device is confirmed after a status change, the device does not ring for it', async () => {
    await becomeAvailableAndCrash(ana)
    app.clock.advance(1_000)
    await service.register(await ben.onAnotherDevice(), 'late')
    await app.runMaintenance()
    await service.pushesTo('ben')
    await service.pushesTo('late', 0)
  })

  test('if a member joins after a status change, the member’s devices do not ring for it', async () => {
    await becomeAvailableAndCrash(ana)
    const { body } = await ana.call(api.inviteMembers, { params: { groupId }, body: { emails: [dan.email] } })
    const { invited } = body as { invited: { id: string }[] }
    await dan.ok(api.acceptInvitation, { params: { invitationId: invited[0]?.id ?? '' } })
    await app.runMaintenance()
    const kindsOf = async (path: string, count: number) =>
      (await service.pushesTo(path, count)).map(({ payload }) => payload.notification.data.kind).sort()
    expect(await kindsOf('ben', 2)).toEqual(['membership.joined.member', 'membership.status'])
    await allSent(app)
    expect(await kindsOf('dan', 1)).toEqual(['invitation.received'])
  })

  test('a browser that was signed out does not ring', async () => {
    const phone = await ben.onAnotherDevice()
    await service.register(phone, 'phone')
    await phone.ok(api.signOut)
    await set(ben, true)
    service.clear()
    await becomeAvailable(ana)
    await service.pushesTo('ben')
    await service.pushesTo('phone', 0)
  })

  test('for a group whose members have neither devices nor hooks, no ring cursor is stored', async () => {
    const { id } = await app.groupOf(cyd)
    const params = { groupId: id, userId: cyd.userId }
    for (const status of [false, true]) await cyd.ok(api.setAvailability, { params, body: { status } })
    // The ringer decides about a change only after it has handled all earlier ones, or together with them.
    await becomeAvailable(ana)
    await service.pushesTo('ben')
    await becomeAvailable(cyd)
    await service.pushesTo('ben', 2)
    expect(await app.database.$count(ringCursors, eq(ringCursors.groupId, id))).toBe(0)
  })
})

// This test changes an availability while the ringer's transaction is open. On the embedded database, this would deadlock.
test.skipIf(inject('postgresUrl') === null)(
  'devices ring for two status changes if the second happens while the ringer decides about the first',
  async () => {
    await becomeAvailableAndCrash(ana)
    const { database } = app.services
    const interrupted = Object.create(database, {
      transaction: {
        value: (work: Parameters<typeof database.transaction>[0]) =>
          database.transaction(async transaction => {
            const execute = transaction.execute.bind(transaction)
            const executeAndChange = async (query: SQL) => {
              const result = await execute(query)
              transaction.execute = execute
              await becomeAvailableAndCrash(ben)
              return result
            }
            transaction.execute = executeAndChange as typeof execute
            return work(transaction)
          }),
      },
    })
    await decideRinging({ ...app.services, database: interrupted }, groupId)
    await service.pushesTo('ben')
    await decideRinging(app.services, groupId)
    await service.pushesTo('ana')
  },
)

describe('a status change without an immediate decision', () => {
  test('if the ringer was not woken after a status change, devices ring once for it after a restart', async () => {
    await becomeAvailableAndCrash(ana)
    // A server that is closed ends the work that it has begun.
    await app.restart()
    expect(service.requests).toEqual([])
    await app.runMaintenance()
    await service.pushesTo('ben')
    await app.runMaintenance()
    await allSent(app)
    expect(service.requests).toEqual(['ben'])
  })

  test('no device rings for a status change if the ringer decides about it more than an hour later', async () => {
    await becomeAvailableAndCrash(ana)
    app.clock.advance(hourMs + minuteMs)
    await app.runMaintenance()
    await allSent(app)
    expect(service.requests).toEqual([])
  })

  test('devices ring once for a status change, even if several ringers decide at the same time', async () => {
    await becomeAvailableAndCrash(ana)
    const nodes = inject('postgresUrl') === null ? [] : [(await app.anotherNode()).services]
    const deciding = [app.services, ...nodes].flatMap(services =>
      Array.from({ length: 4 }, () => decideRinging(services, groupId)),
    )
    await Promise.all(deciding)
    await service.pushesTo('ben')
    await allSent(app)
    expect(service.requests).toEqual(['ben'])
  })
})

test('no deadlock happens if members sign out, leave a group or delete it while the ringer decides about it', async () => {
  for (let n = 0; n < 5; n++) {
    const { id } = await app.groupOf(ana, ben, cyd)
    const phone = await cyd.onAnotherDevice()
    await service.register(phone, `phone-${n}`)
    const toggle = (status: boolean) =>
      ana.call(api.setAvailability, { params: { groupId: id, userId: ana.userId }, body: { status } })
    await toggle(false)
    await Promise.all([
      toggle(true),
      decideRinging(app.services, id).catch(() => {}),
      phone.ok(api.signOut),
      ben.call(api.leaveGroup, { params: { groupId: id } }),
      ana.call(api.deleteGroup, { params: { groupId: id } }),
    ])
  }
  expect(app.logged.join()).not.toContain('deadlock')
})

test('the ring cursor stores when devices last rang for a member, and the next decision deletes times older than five minutes', async () => {
  await becomeAvailable(ana)
  await service.pushesTo('ben')
  app.clock.advance(6 * minuteMs)
  await becomeAvailable(cyd)
  await service.pushesTo('ben', 2)
  const [cursor] = await app.database.select().from(ringCursors).where(eq(ringCursors.groupId, groupId))
  expect(Object.keys(cursor?.recent ?? {})).toEqual([cyd.userId])
})
