import { functionsPath } from '@grouplight/contract/callable.ts'
import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#features/account/delete-account.ts'
import { hourMs } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import { emailBlocks } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { inviterAnswers } from '#testing/inviter-answers.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress, type Reply } from '#testing/test-user.ts'

const app = useTestApp({ LIMIT_WRONG_CODES_PER_IP: '5' })

const [ana] = app.users('Ana')

describe('the link “Do not invite this address again” of an invitation email', () => {
  test('the link does not contain the address, differs between addresses and is the same in each email to an address', async () => {
    const [one, other] = [newAddress(), newAddress()]
    const tokens = [await tokenFor(one), await tokenFor(other)]
    expect(tokens[0]).not.toBe(tokens[1])
    const again = await app.groupOf(ana)
    await invite(one, again.id)
    expect(await newestTokenOf(one)).toBe(tokens[0])
    for (const { text, html } of await app.emailsTo(one))
      expect(text + html).toMatch(/Do not invite this address again/)
    for (const readable of [tokens[0], Buffer.from(tokens[0] ?? '', 'base64url').toString('latin1')])
      expect(readable).not.toMatch(new RegExp(`example|${one.split('@')[0]}`))
  })

  test('GET requests with the token of the link block nothing', async () => {
    const token = await tokenFor(newAddress())
    const before = await app.database.$count(emailBlocks)
    for (const path of [`/do-not-invite?token=${token}`, `/api/email-block?token=${token}`])
      await app.guest().request('GET', path)
    expect(await app.database.$count(emailBlocks)).toBe(before)
  })

  test('the link stops all new and resent invitation emails to the address, and can be used twice', async () => {
    const address = newAddress()
    const token = await tokenFor(address)
    for (let times = 0; times < 2; times++) expect((await block(token)).status).toBe(204)
    const ben = await app.signUp('Ben')
    await ben.ok(api.createGroup, { body: { name: 'Choir', inviteEmails: [address] } })
    const { id } = await app.groupOf(ana)
    const { invited } = (await invite(address, id)).body as Invited
    app.clock.advance(hourMs)
    await ana.ok(api.resendInvitation, { params: { groupId: id, invitationId: invited[0]?.id ?? '' } })
    const sendEmail = await ben.request('POST', `${functionsPath}/sendEmailHttp`, { to: address })
    expect([sendEmail.status, sendEmail.body]).toEqual([200, { ok: true }])
    expect(await app.emailsTo(address)).toHaveLength(1)
  })

  test('a block does not change any response to the inviter', async () => {
    const [blocked, open] = [newAddress(), newAddress()]
    await block(await tokenFor(blocked))
    const answers = []
    for (const address of [blocked, open])
      answers.push((await inviterAnswers(app, ana, address)).slice(0, -1))
    expect(answers[0]).toEqual(answers[1])
    expect(await app.emailsTo(blocked)).toHaveLength(1)
    expect((await app.emailsTo(open)).length).toBe(2)
  })

  test('a block contains a keyed hash instead of the address', async () => {
    const address = newAddress()
    await block(await tokenFor(address))
    const found = await rows<{ row: string }>(app.database)`select t::text as row from email_blocks t`
    expect(found.length).toBeGreaterThan(0)
    for (const { row } of found) expect(row).toMatch(/^\("?\\+x[0-9a-f]{64}"?,/)
  })
})

describe('a link that does not work', () => {
  const refused = {
    status: 400,
    body: {
      code: 'invalid-action-code',
      message: 'This link does not work. Please open it from the email again.',
    },
  }

  test.each<[string, (token: string) => string]>([
    ['with a made-up token', () => Buffer.alloc(64, 7).toString('base64url')],
    ['with a changed hash of the address', token => (token[0] === 'A' ? 'B' : 'A') + token.slice(1)],
    [
      'with a changed signature',
      token => token.slice(0, 60) + (token[60] === 'A' ? 'B' : 'A') + token.slice(61),
    ],
    ['with a truncated token', token => token.slice(0, 40)],
    ['with a session token', () => ana.cookie.split('=')[1] ?? ''],
    ['with characters that no token has', () => '€ \u0000 🚦'],
    ['with one character', () => 'x'],
  ])('a link %s is refused and blocks nothing', async (_, change) => {
    app.clock.advance(hourMs)
    const token = await tokenFor(newAddress())
    const before = await app.database.$count(emailBlocks)
    expect(await block(change(token))).toMatchObject(refused)
    expect(await app.database.$count(emailBlocks)).toBe(before)
  })

  test('after five wrong links, even a correct link is refused for a while, and correct links do not count', async () => {
    app.clock.advance(hourMs)
    const token = await tokenFor(newAddress())
    for (let times = 0; times < 7; times++) expect((await block(token)).status).toBe(204)
    for (let times = 0; times < 5; times++) expect((await block(newId())).status).toBe(400)
    const tooOften = await block(token)
    expect(tooOften).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect(Number(tooOften.headers.get('retry-after'))).toBeGreaterThan(0)
    app.clock.advance(hourMs)
    expect((await block(token)).status).toBe(204)
  })
})

describe('a blocked address', () => {
  test('a user whose address is blocked can still see and accept invitations in the app', async () => {
    const ben = await app.signUp('Ben')
    await block(await tokenFor(ben.email))
    const screen = await ben.open()
    await invite(ben.email, (await app.groupOf(ana)).id)
    await screen.next(([name]) => name === 'invitations.changed')
    const [invitation] = await ben.received()
    await ben.ok(api.acceptInvitation, { params: { invitationId: invitation?.id ?? '' } })
  })

  test('a user who signs up with a blocked address and unblocks it receives invitation emails again', async () => {
    const address = newAddress()
    await block(await tokenFor(address))
    const ben = await app.signUp('Ben', address)
    const before = (await app.emailsTo(address)).length
    expect(await ben.ok(api.readEmailBlock)).toEqual({ blocked: true })
    expect((await ben.ok(api.exportAccount)).account.invitationEmailsBlockedAt).toEqual(expect.any(String))
    expect(await ana.ok(api.readEmailBlock)).toEqual({ blocked: false })
    await ana.ok(api.setEmailBlock, { body: { blocked: false } })
    expect(await ben.ok(api.readEmailBlock)).toEqual({ blocked: true })
    for (let times = 0; times < 2; times++)
      expect(await ben.ok(api.setEmailBlock, { body: { blocked: false } })).toEqual({ blocked: false })
    expect(await ben.ok(api.readEmailBlock)).toEqual({ blocked: false })
    expect((await ben.ok(api.exportAccount)).account.invitationEmailsBlockedAt).toBeNull()
    await invite(address, (await app.groupOf(ana)).id)
    expect(await app.emailsTo(address)).toHaveLength(before + 1)
    for (let times = 0; times < 2; times++)
      expect(await ben.ok(api.setEmailBlock, { body: { blocked: true } })).toEqual({ blocked: true })
    await invite(address, (await app.groupOf(ana)).id)
    expect(await app.emailsTo(address)).toHaveLength(before + 1)
  })

  test('an address stays blocked after its account is deleted', async () => {
    const ben = await app.signUp('Ben')
    await ben.ok(api.setEmailBlock, { body: { blocked: true } })
    await deleteAccount(app.services, { userId: ben.userId })
    const before = (await app.emailsTo(ben)).length
    await invite(ben.email, (await app.groupOf(ana)).id)
    expect(await app.emailsTo(ben)).toHaveLength(before)
  })
})

type Invited = { invited: { id: string }[] }

const block = (token: string) => app.guest().call(api.blockEmail, { body: { token } })

function invite(address: string, to: string): Promise<Reply> {
  return ana.call(api.inviteMembers, { params: { groupId: to }, body: { emails: [address] } })
}

async function tokenFor(address: string): Promise<string> {
  expect((await invite(address, (await app.groupOf(ana)).id)).status).toBe(200)
  return newestTokenOf(address)
}

async function newestTokenOf(address: string): Promise<string> {
  return (await app.linkTo(address, 'do-not-invite')).searchParams.get('token') ?? ''
}
