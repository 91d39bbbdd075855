import { functionsPath } from '@grouplight/contract/callable.ts'
import type { SentInvitation } from '@grouplight/contract/invitation.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import { invitations } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'

const app = useTestApp()

test('a group has at most 50 pending invitations; cancelled and expired invitations do not count', async () => {
  const ana = await app.signUp('Ana')
  const { id: groupId } = await app.groupOf(ana)
  for (const count of [20, 20, 9]) expect((await invite(ana, groupId, addresses(count))).status).toBe(200)

  const refused = await invite(ana, groupId, addresses(2))
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'too-many-invitations', message: 'A group can have at most 50 pending invitations.' },
  })
  expect(retryAfterSeconds(refused)).toBeGreaterThan(6.9 * 86_400)
  expect(await app.database.$count(invitations, eq(invitations.groupId, groupId))).toBe(49)

  const last = await invite(ana, groupId, addresses(1))
  const { invited } = last.body as { invited: { id: string }[] }
  expect((await invite(ana, groupId, addresses(1))).status).toBe(429)
  await ana.ok(api.cancelInvitation, { params: { groupId, invitationId: invited[0]?.id ?? '' } })
  expect((await invite(ana, groupId, addresses(1))).status).toBe(200)
  app.clock.advance(7 * dayMs)
  expect((await invite(ana, groupId, addresses(20))).status).toBe(200)
})

test('a user can send at most 100 invitations a day in all groups together, including deleted groups', async () => {
  const ana = await app.signUp('Ana')
  for (let round = 0; round < 5; round++) {
    const { id: groupId } = await app.groupOf(ana)
    expect((await invite(ana, groupId, addresses(round === 4 ? 19 : 20))).status).toBe(200)
    await ana.ok(api.deleteGroup, { params: { groupId } })
  }
  const { id: groupId } = await app.groupOf(ana)
  const refused = await invite(ana, groupId, addresses(2))
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'too-many-invitations', message: 'You can send at most 100 invitations a day.' },
  })
  expect(retryAfterSeconds(refused)).toBeGreaterThan(0)
  expect(await app.database.$count(invitations, eq(invitations.groupId, groupId))).toBe(0)

  // The refused request was not counted, so one invitation remains. Only one of two concurrent requests gets it.
  const atOnce = await Promise.all(
    [groupId, (await app.groupOf(ana)).id].map(id => invite(ana, id, addresses(1))),
  )
  expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 429])

  app.clock.advance(dayMs)
  expect((await ana.call(api.createGroup, { body: { name: 'x', inviteEmails: addresses(20) } })).status).toBe(
    200,
  )
})

test('resending an invitation, even through sendEmailHttp, counts against the daily limit of invitations', async () => {
  const ana = await app.signUp('Ana')
  const { id: groupId } = await app.groupOf(ana)
  const sent: SentInvitation[] = []
  for (const count of [20, 20, 9])
    sent.push(
      ...(await ana.ok(api.inviteMembers, { params: { groupId }, body: { emails: addresses(count) } }))
        .invited,
    )
  app.clock.advance(hourMs)
  for (const { id: invitationId } of sent)
    expect((await ana.call(api.resendInvitation, { params: { groupId, invitationId } })).status).toBe(200)

  app.clock.advance(hourMs)
  const again = { params: { groupId, invitationId: sent[0]?.id ?? '' } }
  expect((await ana.call(api.resendInvitation, again)).status).toBe(200)
  const to = sent[1]?.email ?? ''
  const sendEmail = () => ana.request('POST', `${functionsPath}/sendEmailHttp`, { to })
  expect((await sendEmail()).status).toBe(200)
  app.clock.advance(hourMs)
  for (const refused of [await ana.call(api.resendInvitation, again), await sendEmail()]) {
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'too-many-invitations', message: 'You can send at most 100 invitations a day.' },
    })
    expect(retryAfterSeconds(refused)).toBeLessThanOrEqual(21 * 3_600)
  }
  expect(await app.emailsTo(to)).toHaveLength(3)
  expect(
    (await ana.ok(api.listSentInvitations, again)).invitations.every(({ resendAt }) => resendAt === null),
  ).toBe(true)
})

describe('with the default limits', () => {
  const strict = useTestApp({ LIMIT_INVITATIONS_ON_FIRST_DAY: '', LIMIT_INVITATIONS_PER_ADDRESS: '' })

  test('a user can send at most 20 invitations in the first 24 hours of the account', async () => {
    const ana = await strict.signUp('Ana')
    const { id: groupId } = await strict.groupOf(ana)
    strict.clock.advance(20 * hourMs)
    expect((await invite(ana, groupId, addresses(20))).status).toBe(200)
    const refused = await invite(ana, groupId, addresses(1))
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'too-many-invitations',
        message: 'You can send at most 20 invitations on the first day of your account.',
      },
    })
    // Retry-After is the time until the account's first day ends. The window of the counter ends later.
    const waitHours = retryAfterSeconds(refused) / 3_600
    expect([waitHours > 3.9, waitHours <= 4]).toEqual([true, true])
    strict.clock.advance(4 * hourMs)
    expect((await invite(ana, groupId, addresses(20))).status).toBe(200)
  })

  test('an address, with or without an account, receives at most 10 invitations a day from all users together', async () => {
    const inviters = await Promise.all(['Ana', 'Ben', 'Cyd'].map(name => strict.signUp(name)))
    const known = await strict.signUp('Dan')
    const [unknown = '', other = ''] = addresses(2)
    const refusals = new Set<string>()
    for (const to of [known.email, unknown]) {
      const before = (await strict.emailsTo(to)).length
      for (let n = 0; n < 10; n++) {
        const inviter = inviters[n % 3] as TestUser
        expect((await invite(inviter, (await strict.groupOf(inviter)).id, [to])).status).toBe(200)
      }
      const ana = inviters[0] as TestUser
      const { id } = await strict.groupOf(ana)
      const refused = await invite(ana, id, [other, to])
      expect(refused.status).toBe(429)
      expect(retryAfterSeconds(refused)).toBeGreaterThan(23 * 3_600)
      refusals.add(JSON.stringify(refused.body).replaceAll(to, 'it'))
      strict.clock.advance(hourMs)
      expect((await ana.request('POST', `${functionsPath}/sendEmailHttp`, { to })).status).toBe(429)
      expect(await strict.emailsTo(to)).toHaveLength(before + 10)
      expect(await strict.emailsTo(other)).toEqual([])
    }
    const message = 'it has been sent too many invitations today. Please try again tomorrow.'
    const params = { reason: 'address', email: 'it' }
    expect([...refusals].map(body => JSON.parse(body))).toEqual([
      { code: 'too-many-invitations', message, params },
    ])
  })
})

test('after a decline, a group can invite the address at most 3 more times in 30 days, whatever becomes of these invitations', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const { id: groupId } = await app.groupOf(ana)
  const inviteBen = () => invite(ana, groupId, [ben.email])
  const declined = async () => {
    const { invitations } = await ben.ok(api.listReceivedInvitations)
    await ben.ok(api.declineInvitation, { params: { invitationId: invitations[0]?.id ?? '' } })
  }
  expect((await inviteBen()).status).toBe(200)
  await declined()
  app.clock.advance(dayMs)

  expect((await inviteBen()).status).toBe(200)
  await declined()
  const { body } = await inviteBen()
  const { invited } = body as { invited: { id: string }[] }
  await ana.ok(api.cancelInvitation, { params: { groupId, invitationId: invited[0]?.id ?? '' } })
  expect((await inviteBen()).status).toBe(200)
  app.clock.advance(7 * dayMs)

  const emailsBefore = (await app.emailsTo(ben)).length
  const refused = await invite(ana, groupId, [...addresses(1), ben.email])
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: 'too-many-invitations',
      message: `${ben.email} has declined too often to be invited again now.`,
    },
  })
  const waitDays = retryAfterSeconds(refused) / 86_400
  expect([waitDays > 22.9, waitDays <= 23]).toEqual([true, true])
  expect(await app.emailsTo(ben)).toHaveLength(emailsBefore)

  // The limit applies to each group separately. Each invitation counts for 30 days.
  expect((await invite(ana, (await app.groupOf(ana)).id, [ben.email])).status).toBe(200)
  app.clock.advance(22 * dayMs)
  expect((await inviteBen()).status).toBe(429)
  app.clock.advance(dayMs)
  expect((await inviteBen()).status).toBe(200)
})

test('an address that has never declined can be invited again each time its invitation has expired', async () => {
  const ana = await app.signUp('Ana')
  const { id: groupId } = await app.groupOf(ana)
  const [address = ''] = addresses(1)
  for (let round = 0; round < 5; round++) {
    expect(await invite(ana, groupId, [address])).toMatchObject({ status: 200, body: { skipped: [] } })
    app.clock.advance(7 * dayMs)
  }
})

function invite(who: TestUser, groupId: string, emails: string[]): Promise<Reply> {
  return who.call(api.inviteMembers, { params: { groupId }, body: { emails } })
}

function addresses(count: number): string[] {
  return Array.from({ length: count }, () => `${newId().toLowerCase()}@example.org`)
}

function retryAfterSeconds({ headers }: Reply): number {
  return Number(headers.get('retry-after'))
}
