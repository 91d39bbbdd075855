import { functionsPath } from '@grouplight/contract/callable.ts'
import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#platform/clock.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress, type Reply, type TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const [ana, ben] = app.users('Ana', 'Ben')

describe('sending an invitation again', () => {
  test('a resent email has the current names and the unchanged expiry', async () => {
    const fay = await app.signUp('Fay')
    const { address, params, expiresAt } = await invited(fay)
    await fay.ok(api.updateGroup, { params, body: { name: 'Day Watch', description: '' } })
    await fay.ok(api.updateAccount, { body: { displayName: 'Fay Wong' } })
    const unread = await fay.ok(api.countUnread)
    app.clock.advance(dayMs)

    const sent = await fay.ok(api.resendInvitation, { params })

    expect(sent).toMatchObject({ id: params.invitationId, email: address, expiresAt, message: 'Do come' })
    expect(Date.parse(sent.resendAt ?? '') - app.clock.now().getTime()).toBeGreaterThan(hourMs - minuteMs)
    expect(
      (await fay.ok(api.listSentInvitations, { params: { groupId: params.groupId } })).invitations,
    ).toEqual([sent])
    const [first, second, ...more] = await app.emailsTo(address)
    expect(more).toEqual([])
    expect(first?.subject).toBe('Fay invited you to join Mountain Rescue on Grouplight App')
    expect(second?.subject).toBe('Fay Wong invited you to join Day Watch on Grouplight App')
    expect(second?.text).toContain('> Do come')
    for (const sentEmail of [first, second]) expect(sentEmail?.text).toMatch(goodUntil(expiresAt))
    expect(await fay.ok(api.countUnread)).toEqual(unread)
  })

  test('of five concurrent requests to resend, only one sends an email', async () => {
    // The first round opens the database connections one after the other. Only the later rounds are really concurrent.
    for (let round = 0; round < 3; round++) {
      const { address, params } = await invited(ana)
      app.clock.advance(hourMs)
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => ana.call(api.resendInvitation, { params })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429])
      expect(await app.emailsTo(address)).toHaveLength(2)
    }
  })

  test('an expired invitation cannot be resent', async () => {
    const { address, params } = await invited(ana)
    app.clock.advance(7 * dayMs)
    expect(await ana.call(api.resendInvitation, { params })).toMatchObject({
      status: 404,
      body: { code: 'invitation-not-found' },
    })
    expect(await app.emailsTo(address)).toHaveLength(1)
  })
})

describe('cancelling an invitation', () => {
  test('a cancelled invitation is removed from the lists of inviter and invitee, cannot be resent, and does not prevent a new one', async () => {
    const { address, params } = await invited(ana, ben.email)
    await ana.ok(api.cancelInvitation, { params })
    expect(await ben.received()).toEqual([])
    expect(
      (await ana.ok(api.listSentInvitations, { params: { groupId: params.groupId } })).invitations,
    ).toEqual([])
    expect((await ana.call(api.cancelInvitation, { params })).status).toBe(404)
    expect((await ana.call(api.resendInvitation, { params })).status).toBe(404)
    const again = { params: { groupId: params.groupId }, body: { emails: [address] } }
    expect(await ana.ok(api.inviteMembers, again)).toMatchObject({
      invited: [{ email: address }],
      skipped: [],
    })
  })
})

describe('sendEmailHttp', () => {
  test('sendEmailHttp resends the invitation and ignores subject, text and html in the request', async () => {
    const { address } = await invited(ana)
    app.clock.advance(hourMs)
    const spam = { subject: 'Buy now', text: 'spam', html: '<h1>spam</h1>' }
    expect(await sendEmail(ana, { to: ` ${address.toUpperCase()}`, ...spam })).toMatchObject({
      status: 200,
      body: { ok: true },
    })
    const [, again, ...more] = await app.emailsTo(address)
    expect(more).toEqual([])
    expect(again?.subject).toBe('Ana invited you to join Mountain Rescue on Grouplight App')
    expect(`${again?.text}${again?.html}`).not.toContain('spam')
    expect((await sendEmail(ana, { to: address })).status).toBe(429)
    expect(await app.emailsTo(address)).toHaveLength(2)
  })

  test('sendEmailHttp resends the newest of several pending invitations to the address', async () => {
    const { address } = await invited(ana)
    app.clock.advance(1_000)
    const newer = await invited(ana, address)
    await ana.ok(api.updateGroup, { params: newer.params, body: { name: 'Newer', description: '' } })
    app.clock.advance(hourMs)
    await sendEmail(ana, { to: address })
    expect((await app.emailsTo(address)).at(-1)?.subject).toContain('join Newer on')
  })

  test('sendEmailHttp sends no email to an address to which the caller has sent no pending invitation', async () => {
    const { address, params } = await invited(ana)
    const expired = await invited(ana)
    const refused = { status: 403, body: { code: 'not-group-creator' } }
    for (const to of ['victim@example.org', ana.email, 'not an address', `${address}, victim@example.org`]) {
      expect(await sendEmail(ana, { to }), to).toMatchObject(refused)
      expect(await app.emailsTo('victim@example.org')).toEqual([])
    }
    expect(await sendEmail(ben, { to: address })).toMatchObject(refused)
    expect((await sendEmail(app.guest(), { to: address })).status).toBe(401)
    expect((await sendEmail(app.guest(), { cc: address })).status).toBe(401)
    expect(await sendEmail(ana, { to: address, cc: 'victim@example.org' })).toMatchObject({ status: 400 })
    await ana.ok(api.deleteGroup, { params })
    expect(await sendEmail(ana, { to: address })).toMatchObject(refused)
    app.clock.advance(7 * dayMs)
    expect(await sendEmail(ana, { to: expired.address })).toMatchObject(refused)
    expect(await app.emailsTo(address)).toHaveLength(1)
    expect(await app.emailsTo(expired.address)).toHaveLength(1)
  })
})

async function invited(inviter: TestUser, address = newAddress()) {
  const { id: groupId } = await app.groupOf(inviter)
  const body = { emails: [address], message: 'Do come' }
  const { invited } = await inviter.ok(api.inviteMembers, { params: { groupId }, body })
  const [invitation] = invited
  if (!invitation) throw new Error('no address was invited')
  const { expiresAt, resendAt } = invitation
  return { address, expiresAt, resendAt, params: { groupId, invitationId: invitation.id } }
}

/** Returns a pattern with the expiry time in the form of “26 November”. */
function goodUntil(expiresAt: string): RegExp {
  const [, day, month] = new Date(expiresAt).toUTCString().split(/,? /)
  return new RegExp(`Valid until ${Number(day)} ${month}\\w*\\.`)
}

function sendEmail(who: TestUser, body: Record<string, string>): Promise<Reply> {
  return who.request('POST', `${functionsPath}/sendEmailHttp`, body)
}
