import { signOut, updateAccount } from '@grouplight/contract/account.ts'
import { setAvailability } from '@grouplight/contract/availability.ts'
import { createGroup, deleteGroup, leaveGroup, readGroup, updateGroup } from '@grouplight/contract/group.ts'
import {
  acceptInvitation,
  cancelInvitation,
  declineInvitation,
  inviteMembers,
  resendInvitation,
} from '@grouplight/contract/invitation.ts'
import { closeCodes, type LiveMessage, livePath } from '@grouplight/contract/live.ts'
import { readNotifications } from '@grouplight/contract/notification.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { groups, users } from '#database/schema.ts'
import type { LiveScreen } from '#testing/live-screen.ts'
import type { Person } from '#testing/person.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()

// Ana made the group and has two devices; Ben is a member, Cyd invited, Dan was a member once, Eve never was.
type Name = 'ana' | 'anas' | 'ben' | 'cyd' | 'dan' | 'eve'
let people: Record<Name, Person>
let screens: Record<Name, LiveScreen>
let groupId: string
let invitationId: string

beforeAll(async () => {
  const names = ['Ana', 'Ben', 'Cyd', 'Dan', 'Eve']
  const [ana, ben, cyd, dan, eve] = await Promise.all(names.map(name => app.signUp(name)))
  people = { ana, anas: await ana?.onAnotherDevice(), ben, cyd, dan, eve } as Record<Name, Person>
})

beforeEach(async () => {
  const { ana, ben, cyd, dan } = people
  await app.database.delete(groups)
  const opened = Object.entries(people).map(async ([name, person]) => [name, await person.open()])
  screens = Object.fromEntries(await Promise.all(opened))
  groupId = (await app.groupOf(ana, ben, dan)).id
  await dan.ok(leaveGroup, { params: { groupId } })
  const { invited } = await ana.ok(inviteMembers, { params: { groupId }, body: { emails: [cyd.email] } })
  invitationId = invited[0]?.id ?? ''
  await heard()
})

afterEach(async () => {
  for (const screen of Object.values(screens)) screen.close()
})

describe('who hears what', () => {
  test('a group created: its creator, on every device', async () => {
    const { id } = await people.ana.ok(createGroup, { body: { name: 'Night Watch' } })
    const news: LiveMessage[] = [['group.joined', id], ['notifications.changed']]
    expect(await heard()).toEqual({ ana: news, anas: news })
    const { version } = await people.ana.ok(updateGroup, {
      params: { groupId: id },
      body: { name: 'Day Watch', description: '' },
    })
    expect(await heard()).toEqual({
      ana: [['group.changed', id, version]],
      anas: [['group.changed', id, version]],
    })
  })

  test('a group created with invitations: also those invited', async () => {
    const body = { name: 'Night Watch', inviteEmails: [people.dan.email] }
    const { id } = await people.ana.ok(createGroup, { body })
    const toldTwice = [['notifications.changed'], ['notifications.changed']]
    const news = [['group.invitations.changed', id], ['group.joined', id], ...toldTwice]
    expect(await heard()).toEqual({ ana: news, anas: news, dan: [['invitations.changed']] })
  })

  test('somebody invited: they and the creator', async () => {
    await people.ana.ok(inviteMembers, { params: { groupId }, body: { emails: [people.eve.email] } })
    const news = [['group.invitations.changed', groupId], ['notifications.changed']]
    expect(await heard()).toEqual({ ana: news, anas: news, eve: [['invitations.changed']] })
  })

  test('an invitation sent again: the creator', async () => {
    await people.ana.ok(resendInvitation, { params: { groupId, invitationId } })
    const news = [['group.invitations.changed', groupId]]
    expect(await heard()).toEqual({ ana: news, anas: news })
  })

  test('an invitation taken back: who was invited, and the creator', async () => {
    await people.ana.ok(cancelInvitation, { params: { groupId, invitationId } })
    const news = [['group.invitations.changed', groupId]]
    expect(await heard()).toEqual({ ana: news, anas: news, cyd: [['invitations.changed']] })
  })

  test('declined: both sides, and no other member', async () => {
    await people.cyd.ok(declineInvitation, { params: { invitationId } })
    const news = [['group.invitations.changed', groupId], ['notifications.changed']]
    expect(await heard()).toEqual({ ana: news, anas: news, cyd: [['invitations.changed']] })
  })

  test('accepted: every member, and from then on the new one', async () => {
    await people.cyd.ok(acceptInvitation, { params: { invitationId } })
    const version = await versionNow()
    const changed = ['group.changed', groupId, version]
    const forCreator = [changed, ['group.invitations.changed', groupId], ['notifications.changed']]
    expect(await heard()).toEqual({
      ana: forCreator,
      anas: forCreator,
      ben: [changed, ['notifications.changed']],
      cyd: [changed, ['group.joined', groupId], ['invitations.changed']],
    })
    const frame = await toggle('ben', false)
    expect(await heard()).toEqual({ ana: [frame], anas: [frame], ben: [frame], cyd: [frame] })
  })

  test('availability: every member on every device, in one message each', async () => {
    const frame = await toggle('ben', false)
    expect(await heard()).toEqual({ ana: [frame], anas: [frame], ben: [frame] })
    const back = await toggle('ben', true)
    expect(await heard()).toEqual({ ana: [back], anas: [back], ben: [back] })
  })

  test('name and description: every member, and those whose invitation shows the name', async () => {
    const body = { name: 'Day Watch', description: '' }
    const { version } = await people.ana.ok(updateGroup, { params: { groupId }, body })
    const changed = [['group.changed', groupId, version]]
    expect(await heard()).toEqual({
      ana: changed,
      anas: changed,
      ben: changed,
      cyd: [['invitations.changed']],
    })
  })

  test('a member’s new name: every member, and the person themselves', async () => {
    await people.ben.ok(updateAccount, { body: { displayName: 'Benny' } })
    const changed = ['group.changed', groupId, await versionNow()]
    expect(await heard()).toEqual({ ana: [changed], anas: [changed], ben: [['account.changed'], changed] })
  })

  test('the creator’s new name: also those whose invitation shows it', async () => {
    await people.ana.ok(updateAccount, { body: { displayName: 'Anna' } })
    const changed = ['group.changed', groupId, await versionNow()]
    const forCreator = [['account.changed'], changed]
    expect(await heard()).toEqual({
      ana: forCreator,
      anas: forCreator,
      ben: [changed],
      cyd: [['invitations.changed']],
    })
  })

  test('notifications read: one’s own devices', async () => {
    await people.anas.ok(readNotifications, { body: { upTo: Number.MAX_SAFE_INTEGER } })
    expect(await heard()).toEqual({ ana: [['notifications.changed']], anas: [['notifications.changed']] })
  })

  test('left: who left, once more, and the members who stay; from then on only they', async () => {
    await people.ben.ok(leaveGroup, { params: { groupId } })
    const changed = ['group.changed', groupId, await versionNow()]
    expect(await heard()).toEqual({
      ana: [changed, ['notifications.changed']],
      anas: [changed, ['notifications.changed']],
      ben: [['group.left', groupId], ['notifications.changed']],
    })
    const frame = await toggle('ana', false)
    expect(await heard()).toEqual({ ana: [frame], anas: [frame] })
    // Nor does a screen that is opened anew.
    const again = await people.ben.open()
    await toggle('ana', true)
    expect((await again.settled()).map(([name]) => name)).toEqual(
      ['hello', 'notifications.changed'].slice(0, 1),
    )
    again.close()
  })

  test('deleted: every member, and those whose invitation is gone; then it is silent', async () => {
    await people.ana.ok(deleteGroup, { params: { groupId } })
    const gone = [['group.left', groupId], ['notifications.changed']]
    expect(await heard()).toEqual({ ana: gone, anas: gone, ben: gone, cyd: [['invitations.changed']] })
    expect((await people.ben.call(readGroup, { params: { groupId } })).status).toBe(404)
    for (const name of ['ana', 'ben'] as const) {
      const params = { groupId, userId: people[name].userId }
      expect((await people[name].call(setAvailability, { params, body: { status: false } })).status).toBe(404)
    }
    expect(await heard()).toEqual({})
  })

  test('signed out: the members, the person’s other devices in words, and nobody on the closed one', async () => {
    const { anas, ana } = people
    await anas.ok(signOut)
    expect(await screens.anas.closed).toBe(closeCodes.sessionEnded)
    const closed = screens.anas.received.length
    const { members } = await people.ben.ok(readGroup, { params: { groupId } })
    const since = Date.parse(members.find(({ userId }) => userId === ana.userId)?.lastUpdated ?? '')
    const frame = ['t', groupId, await versionNow(), since, { [ana.userId]: 0 }]
    const { anas: _, ...open } = screens
    expect(await open.ana.settled()).toEqual([frame, ['signed.out.elsewhere']])
    expect(await open.ben.settled()).toEqual([frame])
    for (const name of ['cyd', 'dan', 'eve'] as const) expect(await open[name].settled()).toEqual([])

    await toggle('ben', false)
    await open.ana.settled()
    expect(screens.anas.received).toHaveLength(closed)
    await anas.signIn()
  })
})

describe('a connection', () => {
  test('needs an open session of somebody verified', async () => {
    const fay = await app.signUp('Fay')
    const { cookie } = fay
    expect(await knock({ cookie, origin: app.url })).toBe(101)
    expect(await knock({ authorization: `Bearer ${cookie.split('=')[1]}` })).toBe(101)
    expect(await knock({ cookie })).toBe(403)
    expect(await knock({ cookie, origin: 'https://evil.example' })).toBe(403)
    expect(await knock({ origin: app.url })).toBe(401)
    expect(await knock({ cookie: `${cookie}x`, origin: app.url })).toBe(401)
    await app.database.update(users).set({ emailVerifiedAt: null }).where(eq(users.uid, fay.userId))
    expect(await knock({ cookie, origin: app.url })).toBe(403)
    await app.database
      .update(users)
      .set({ emailVerifiedAt: app.clock.now() })
      .where(eq(users.uid, fay.userId))
    await fay.ok(signOut)
    expect(await knock({ cookie, origin: app.url })).toBe(401)
  })
})

/** What every screen has heard since this was asked last, sorted by name; screens that heard nothing are left out. */
async function heard(): Promise<Partial<Record<Name, LiveMessage[]>>> {
  const all: Partial<Record<Name, LiveMessage[]>> = {}
  for (const [name, screen] of Object.entries(screens) as [Name, LiveScreen][]) {
    const messages = [...(await screen.settled())].sort((a, b) => (a[0] < b[0] ? -1 : 1))
    if (messages.length > 0) all[name] = messages
    screen.clear()
  }
  return all
}

/** Sets a person's availability and gives the message that tells of it. */
async function toggle(name: Name, status: boolean): Promise<unknown> {
  const { userId } = people[name]
  const params = { groupId, userId }
  const { lastUpdated, version } = await people[name].ok(setAvailability, { params, body: { status } })
  const noticeId = status ? expect.any(Number) : 0
  return ['t', groupId, version, Date.parse(lastUpdated), { [userId]: noticeId }]
}

async function versionNow(): Promise<number> {
  return (await people.ana.ok(readGroup, { params: { groupId } })).version
}

/** The HTTP status that an upgrade is answered with. */
function knock(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise(resolve => {
    const socket = new WebSocket(app.url.replace('http', 'ws') + livePath, { headers })
    socket.on('upgrade', ({ statusCode }) => resolve(statusCode))
    socket.on('unexpected-response', (_request, { statusCode }) => {
      resolve(statusCode)
      socket.terminate()
    })
    socket.on('open', () => socket.terminate())
    socket.on('error', () => {})
  })
}
