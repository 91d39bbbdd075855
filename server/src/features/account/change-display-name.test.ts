import type { LiveMessage } from '@grouplight/contract/live.ts'
import { liveProtocol } from '@grouplight/contract/live.ts'
import { describe, expect, test } from 'vitest'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()

describe('a new display name', () => {
  test('appears in the groups of the user, and the open pages of members get a live message for each of these groups', async () => {
    const [ana, ben, eve] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Eve')]
    const groups = [await app.groupOf(ana, ben), await app.groupOf(ben, ana)]
    const others = await app.groupOf(ben)
    const phone = await ana.onAnotherDevice()
    const [bens, phones, eves] = [await ben.open(), await phone.open(), await eve.open()]

    const { account } = await ana.ok(api.updateAccount, { body: { displayName: '  Anna  Maria ' } })

    expect(account).toMatchObject({ uid: ana.userId, displayName: 'Anna Maria', email: ana.email })
    expect(await phone.ok(api.readSession)).toEqual({ account })
    const changed = groups.map(({ id, version }) => ['group.changed', id, version + 1])
    const byName = (messages: LiveMessage[], name: string) => messages.filter(message => message[0] === name)
    await phones.next(([name]) => name === 'account.changed')
    for (const screen of [bens, phones]) {
      const received = byName(await screen.settled(), 'group.changed')
      expect(received).toHaveLength(2)
      expect(received).toEqual(expect.arrayContaining(changed))
    }
    expect(byName(await phones.settled(), 'account.changed')).toHaveLength(1)
    expect(byName(await bens.settled(), 'account.changed')).toEqual([])
    expect(await eves.settled()).toEqual([['hello', { protocol: liveProtocol }]])

    for (const { id, version } of groups) {
      const group = await ben.group(id)
      expect(group.version).toBe(version + 1)
      expect(group.members.find(({ userId }) => userId === ana.userId)?.displayName).toBe('Anna Maria')
    }
    const bensGroups = await ben.groups()
    expect(bensGroups.find(({ id }) => id === others.id)?.version).toBe(others.version)
  })

  test('appears on invitations that the user sent before the change', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(ana)
    await ana.invite(groupId, ben.email)
    await ana.ok(api.updateAccount, { body: { displayName: 'Anna' } })
    const invitations = await ben.received()
    expect(invitations.map(({ invitedByName }) => invitedByName)).toEqual(['Anna'])
  })

  test('is stored unchanged if it contains Arabic letters, emoji, combining characters or markup', async () => {
    const ana = await app.signUp('Ana')
    for (const displayName of [
      'مريم',
      '👩‍👩‍👧 Zoë',
      'Å'.normalize('NFD'),
      '<b>{{7*7}}</b> "\'&',
      'é'.repeat(80),
    ]) {
      expect(await ana.ok(api.updateAccount, { body: { displayName } })).toMatchObject({
        account: { displayName },
      })
      expect(await ana.ok(api.readSession)).toMatchObject({ account: { displayName } })
    }
  })

  test.each([
    ['is sent twice', Buffer.from('{"displayName":"Anna","displayName":"Annika"}')],
    ['is not valid UTF-8', Buffer.from('{"displayName":"An\xffa"}', 'latin1')],
  ])('a name that %s is refused, or is stored as the response shows it', async (_, body) => {
    const ana = await app.signUp('Ana')
    const headers = { cookie: ana.cookie, origin: app.url, 'content-type': 'application/json' }
    const response = await fetch(app.url + api.updateAccount.path, { method: 'PATCH', headers, body })
    const received = (await response.json()) as { account?: { displayName: string } }
    expect([200, 400]).toContain(response.status)
    const displayName = received.account?.displayName ?? 'Ana'
    expect(await ana.ok(api.readSession)).toMatchObject({ account: { displayName } })
    expect(displayName).not.toBe('Anna')
  })
})
