import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import { invitations, outbox, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress, type TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const [ana, ben] = app.users('Ana', 'Ben')

describe('inviting', () => {
  test('inviting creates invitations, sends emails and notifies the inviter of the number of invitations, which expire after 7 days', async () => {
    const { id: groupId } = await app.groupOf(ana)
    const address = newAddress()
    const body = {
      emails: [` ${ben.email.toUpperCase()}`, address],
      message: '  Come & join\r\nus <b>now</b> ',
    }
    const { invited, skipped } = await ana.ok(api.inviteMembers, { params: { groupId }, body })

    expect(skipped).toEqual([])
    expect(invited.map(({ email, message }) => [email, message])).toEqual([
      [ben.email, 'Come & join\nus <b>now</b>'],
      [address, 'Come & join\nus <b>now</b>'],
    ])
    for (const { createdAt, expiresAt, resendAt } of invited) {
      expect(Date.parse(resendAt ?? '') - Date.parse(createdAt)).toBe(hourMs)
      expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * dayMs)
    }
    const sent = await ana.ok(api.listSentInvitations, { params: { groupId } })
    expect(sent.invitations).toEqual(expect.arrayContaining(invited))
    expect(sent.invitations).toHaveLength(2)
    expect(await sentMessages(ana, groupId)).toEqual(['You sent 2 invitation(s) to join Mountain Rescue'])

    const [sentEmail, ...more] = await app.emailsTo(address)
    expect(more).toEqual([])
    expect(sentEmail?.subject).toBe('Ana invited you to join Mountain Rescue on Grouplight App')
    expect(sentEmail?.text).toContain('> Come & join\n> us <b>now</b>')
    expect(sentEmail?.html).toContain('Come &#38; join\nus &#60;b&#62;now&#60;/b&#62;')
    expect(sentEmail?.html).not.toContain('<b>now')
    for (const page of ['/signup', '/login']) expect(sentEmail?.text).toContain(`${app.url}${page}`)
  })

  test('an inviter without a name is called “A user” in the email', async () => {
    const dan = await app.signUp('Dan')
    const { id: groupId } = await app.groupOf(dan)
    await app.database.update(users).set({ displayName: '' }).where(eq(users.uid, dan.userId))
    const address = newAddress()
    await invite(dan, groupId, address)
    const [sentEmail] = await app.emailsTo(address)
    expect(sentEmail?.subject).toBe('A user invited you to join Mountain Rescue on Grouplight App')
  })

  test('inviting skips members, the inviter’s own address and addresses to which a pending invitation was sent', async () => {
    const cyd = await app.signUp('Cyd')
    const { id: groupId } = await app.groupOf(ana, ben)
    await invite(ana, groupId, cyd.email)
    const [emailsBefore, messagesBefore] = [
      await app.database.$count(outbox),
      await sentMessages(ana, groupId),
    ]
    const address = newAddress()
    const emails = [cyd.email.toUpperCase(), ben.email, ana.email, address]

    const { invited, skipped } = await invite(ana, groupId, ...emails)

    expect(invited.map(({ email }) => email)).toEqual([address])
    expect(skipped).toEqual([
      { email: cyd.email, reason: 'already-invited' },
      { email: ben.email, reason: 'already-member' },
      { email: ana.email, reason: 'yourself' },
    ])
    expect(await app.database.$count(outbox)).toBe(emailsBefore + 1)
    expect(await sentMessages(ana, groupId)).toEqual([
      'You sent 1 invitation(s) to join Mountain Rescue',
      ...messagesBefore,
    ])
    expect(await cyd.received()).toHaveLength(1)
  })

  test('a request whose addresses are all skipped causes no notification and no email', async () => {
    const { id: groupId } = await app.groupOf(ana, ben)
    const [emailsBefore, messagesBefore] = [
      await app.database.$count(outbox),
      await sentMessages(ana, groupId),
    ]
    const { invited } = await invite(ana, groupId, ben.email, ana.email)
    expect(invited).toEqual([])
    expect(await app.database.$count(outbox)).toBe(emailsBefore)
    expect(await sentMessages(ana, groupId)).toEqual(messagesBefore)
  })

  test('an address that occurs several times in a request is invited once', async () => {
    const { id: groupId } = await app.groupOf(ana)
    const address = newAddress()
    const { invited, skipped } = await invite(ana, groupId, address, ` ${address.toUpperCase()} `, address)
    expect([invited.length, skipped.length]).toEqual([1, 0])
    expect(await app.emailsTo(address)).toHaveLength(1)
    expect(await sentMessages(ana, groupId)).toEqual(['You sent 1 invitation(s) to join Mountain Rescue'])
  })

  test.each([
    [['good@example.org', ' Not an address '], 'Invalid email format: Not an address'],
    [['good@example.org', ''], 'Invalid email format: '],
    [['two@at@example.org'], 'Invalid email format: two@at@example.org'],
    [[], 'Please enter at least one email address'],
  ])('a request with the addresses %j is refused, and no address is invited', async (emails, message) => {
    const { id: groupId } = await app.groupOf(ana)
    const emailsBefore = await app.database.$count(outbox)
    const refused = await ana.call(api.inviteMembers, { params: { groupId }, body: { emails } })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid-input', message } })
    expect(await app.database.$count(outbox)).toBe(emailsBefore)
    expect(await app.database.$count(invitations, eq(invitations.groupId, groupId))).toBe(0)
    expect(await sentMessages(ana, groupId)).toEqual([])
  })

  test('a message of more than 500 characters is refused', async () => {
    const { id: groupId } = await app.groupOf(ana)
    const send = (message: string) =>
      ana.call(api.inviteMembers, { params: { groupId }, body: { emails: [newAddress()], message } })
    expect((await send(`${'🚨'.repeat(500)} `)).status).toBe(200)
    expect(await send('x'.repeat(501))).toMatchObject({ status: 400, body: { field: 'message' } })
  })

  test('concurrent requests for one address create one invitation, one email and one notification', async () => {
    const { id: groupId } = await app.groupOf(ana)
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 5 }, () => invite(ana, groupId, address)))
    expect(answers.filter(({ invited }) => invited.length === 1)).toHaveLength(1)
    expect(answers.flatMap(({ skipped }) => skipped)).toEqual(
      Array.from({ length: 4 }, () => ({ email: address, reason: 'already-invited' })),
    )
    expect(await app.database.$count(invitations, and(eq(invitations.groupId, groupId)))).toBe(1)
    expect(await app.emailsTo(address)).toHaveLength(1)
    expect(await sentMessages(ana, groupId)).toHaveLength(1)
  })
})

describe('a pending invitation', () => {
  test('a user who signs up later with an invited address receives the pending invitation', async () => {
    const { id: groupId } = await app.groupOf(ana)
    const address = newAddress()
    await invite(ana, groupId, address.toUpperCase())
    const dan = await app.signUp('Dan', address)
    const invitations = await dan.received()
    expect(invitations).toMatchObject([{ groupId, groupName: 'Mountain Rescue', invitedByName: 'Ana' }])
    await dan.ok(api.acceptInvitation, { params: { invitationId: invitations[0]?.id ?? '' } })
  })

  test('a pending invitation has the current names of group and inviter, and null as the name of a deleted inviter', async () => {
    const [fay, dan] = [await app.signUp('Fay'), await app.signUp('Dan')]
    const { id: groupId } = await app.groupOf(fay)
    await invite(fay, groupId, dan.email)
    await fay.ok(api.updateGroup, { params: { groupId }, body: { name: 'Day Watch', description: '' } })
    await fay.ok(api.updateAccount, { body: { displayName: 'Fay Wong' } })
    const now = { groupName: 'Day Watch', invitedByName: 'Fay Wong' }
    expect(await dan.received()).toMatchObject([now])

    await app.database.update(invitations).set({ invitedBy: null }).where(eq(invitations.groupId, groupId))
    expect(await dan.received()).toMatchObject([{ ...now, invitedByName: null }])
  })

  test('newer invitations are listed first, for the inviter and for the invitee', async () => {
    const [dan, first, second] = [await app.signUp('Dan'), await app.groupOf(ana), await app.groupOf(ana)]
    for (const { id } of [first, second]) {
      await invite(ana, id, dan.email)
      app.clock.advance(1_000)
    }
    const received = await dan.received()
    expect(received.map(({ groupId }) => groupId)).toEqual([second.id, first.id])

    const newer = newAddress()
    await invite(ana, first.id, newer)
    const sent = (await ana.ok(api.listSentInvitations, { params: { groupId: first.id } })).invitations
    expect(sent.map(({ email }) => email)).toEqual([newer, dan.email])
  })
})

function invite(who: TestUser, groupId: string, ...emails: string[]) {
  return who.invite(groupId, ...emails)
}

async function sentMessages(user: TestUser, groupId: string): Promise<string[]> {
  const notifications = await user.notices()
  return notifications
    .filter(({ action, relatedGroupId }) => action === 'sent' && relatedGroupId === groupId)
    .map(({ message }) => message)
}
