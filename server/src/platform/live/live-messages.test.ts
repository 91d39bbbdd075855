import type { LiveMessage } from '@grouplight/contract/live.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { groups } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import type { LiveScreen } from '#testing/live-screen.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

// Ana created the group and has two sessions. Ben is a member, Cyd is invited, and Dan has left the group. Eve has never been a
// member.
type Name = 'ana' | 'anas' | 'ben' | 'cyd' | 'dan' | 'eve'
let userOf: Record<Name, TestUser>
let screens: Record<Name, LiveScreen>
let groupId: string
let invitationId: string

beforeAll(async () => {
  const names = ['Ana', 'Ben', 'Cyd', 'Dan', 'Eve']
  const [ana, ben, cyd, dan, eve] = await Promise.all(names.map(name => app.signUp(name)))
  userOf = { ana, anas: await ana?.onAnotherDevice(), ben, cyd, dan, eve } as Record<Name, TestUser>
})

beforeEach(async () => {
  const { ana, ben, cyd, dan } = userOf
  await app.database.delete(groups)
  const opened = Object.entries(userOf).map(async ([name, user]) => [name, await user.open()])
  screens = Object.fromEntries(await Promise.all(opened))
  groupId = (await app.groupOf(ana, ben, dan)).id
  await dan.ok(api.leaveGroup, { params: { groupId } })
  const { invited } = await ana.invite(groupId, cyd.email)
  invitationId = invited[0]?.id ?? ''
  await received()
})

afterEach(async () => {
  for (const screen of Object.values(screens)) screen.close()
})

describe('a live message about', () => {
  test('a created group is sent to its creator, in every session, and the creator receives later messages about the group', async () => {
    const { id } = await userOf.ana.ok(api.createGroup, { body: { name: 'Night Watch' } })
    const news: LiveMessage[] = [['group.joined', id], ['notifications.changed']]
    expect(await received()).toEqual({ ana: news, anas: news })
    const { version } = await userOf.ana.ok(api.updateGroup, {
      params: { groupId: id },
      body: { name: 'Day Watch', description: '' },
    })
    expect(await received()).toEqual({
      ana: [['group.changed', id, version]],
      anas: [['group.changed', id, version]],
    })
  })

  test('a group created with invitations is sent to the invitees, too', async () => {
    const body = { name: 'Night Watch', inviteEmails: [userOf.dan.email] }
    const { id } = await userOf.ana.ok(api.createGroup, { body })
    const news = [['group.invitations.changed', id], ['group.joined', id], ['notifications.changed']]
    expect(await received()).toEqual({ ana: news, anas: news, dan: [['invitations.changed']] })
  })

  test('a new invitation is sent to the invitee and the creator', async () => {
    await userOf.ana.invite(groupId, userOf.eve.email)
    const news = [['group.invitations.changed', groupId], ['notifications.changed']]
    expect(await received()).toEqual({ ana: news, anas: news, eve: [['invitations.changed']] })
  })

  test('an accepted invitation is sent to every member, and the new member receives later messages about the group', async () => {
    await userOf.cyd.ok(api.acceptInvitation, { params: { invitationId } })
    const version = await versionNow()
    const changed = ['group.changed', groupId, version]
    const forCreator = [changed, ['group.invitations.changed', groupId], ['notifications.changed']]
    expect(await received()).toEqual({
      ana: forCreator,
      anas: forCreator,
      ben: [changed, ['notifications.changed']],
      cyd: [['group.joined', groupId], ['invitations.changed']],
    })
    const message = await toggle('ben', false)
    expect(await received()).toEqual({ ana: [message], anas: [message], ben: [message], cyd: [message] })
  })

  test('leaving is sent to the remaining members and to the former member, who receives nothing about the group afterwards', async () => {
    await userOf.ben.ok(api.leaveGroup, { params: { groupId } })
    const changed = ['group.changed', groupId, await versionNow()]
    expect(await received()).toEqual({
      ana: [changed, ['notifications.changed']],
      anas: [changed, ['notifications.changed']],
      ben: [['group.left', groupId], ['notifications.changed']],
    })
    const message = await toggle('ana', false)
    expect(await received()).toEqual({ ana: [message], anas: [message] })
    const again = await userOf.ben.open()
    await toggle('ana', true)
    expect((await again.settled()).map(([name]) => name)).toEqual(['hello'])
    again.close()
  })

  test('a deleted group is sent to every member and invitee, and nothing about the group is sent afterwards', async () => {
    await userOf.ana.ok(api.deleteGroup, { params: { groupId } })
    const gone = [['group.left', groupId], ['notifications.changed']]
    expect(await received()).toEqual({ ana: gone, anas: gone, ben: gone, cyd: [['invitations.changed']] })
    expect((await userOf.ben.call(api.readGroup, { params: { groupId } })).status).toBe(404)
    for (const name of ['ana', 'ben'] as const) {
      const params = { groupId, userId: userOf[name].userId }
      expect((await userOf[name].call(api.setAvailability, { params, body: { status: false } })).status).toBe(
        404,
      )
    }
    expect(await received()).toEqual({})
  })
})

/** Returns the messages that each screen has received since the last call, sorted by type. Leaves out screens without messages. */
async function received(): Promise<Partial<Record<Name, LiveMessage[]>>> {
  const all: Partial<Record<Name, LiveMessage[]>> = {}
  for (const [name, screen] of Object.entries(screens) as [Name, LiveScreen][]) {
    const messages = [...(await screen.settled())].sort((a, b) => (a[0] < b[0] ? -1 : 1))
    if (messages.length > 0) all[name] = messages
    screen.clear()
  }
  return all
}

async function toggle(name: Name, status: boolean): Promise<unknown> {
  const { userId } = userOf[name]
  const params = { groupId, userId }
  const { lastUpdated, version } = await userOf[name].ok(api.setAvailability, { params, body: { status } })
  const noticeId = status ? expect.any(Number) : 0
  return ['t', groupId, version, Date.parse(lastUpdated), { [userId]: noticeId }]
}

async function versionNow(): Promise<number> {
  return (await userOf.ana.group(groupId)).version
}
