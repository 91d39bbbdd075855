import { functionsPath } from '@grouplight/contract/callable.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import { invitations } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress, type Reply, type TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const firstDay = useTestApp({ LIMIT_INVITATIONS_ON_FIRST_DAY: '' })
// The tests need few invitations to reach these limits.
const strict = useTestApp({ LIMIT_INVITATIONS_PER_DAY: '6', LIMIT_INVITATIONS_PER_ADDRESS: '3' })

test('a group has at most 50 pending invitations; cancelled and expired invitations do not count', async () => {
  const ana = await app.signUp('Ana')
  const { id: groupId } = await app.groupOf(ana)
  for (const count of [20, 20, 9]) await ana.invite(groupId, ...addresses(count))

  const refused = await tryToInvite(ana, groupId, addresses(2))
  const message = 'A group can have at most 50 pending invitations.'
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-invitations', message } })
  expect(retryAfterHours(refused)).toBeGreaterThan(6.9 * 24)
  expect(await app.database.$count(invitations, eq(invitations.groupId, groupId))).toBe(49)

  const { invited } = await ana.invite(groupId, ...addresses(1))
  expect((await tryToInvite(ana, groupId, addresses(1))).status).toBe(429)
  await ana.ok(api.cancelInvitation, { params: { groupId, invitationId: invited[0]?.id ?? '' } })
  await ana.invite(groupId, ...addresses(1))
  app.clock.advance(7 * dayMs)
  await ana.invite(groupId, ...addresses(20))
})

const tooMany = {
  status: 429,
  body: { code: 'too-many-invitations', message: 'You can send at most 6 invitations a day.' },
}

test('the daily limit of a user counts the invitations in all groups together, including deleted groups, and only one’s own', async () => {
  const [ana, ben] = [await strict.signUp('Ana'), await strict.signUp('Ben')]
  const { id: deleted } = await strict.groupOf(ana)
  await ana.invite(deleted, ...addresses(5))
  await ana.ok(api.deleteGroup, { params: { groupId: deleted } })
  const { id: groupId } = await strict.groupOf(ana)
  expect(await tryToInvite(ana, groupId, addresses(2))).toMatchObject(tooMany)
  expect(await strict.database.$count(invitations, eq(invitations.groupId, groupId))).toBe(0)
  await ben.invite((await strict.groupOf(ben)).id, ...addresses(6))

  // The refused request was not counted, so one invitation remains. Only one of two concurrent requests gets it.
  const groupIds = [groupId, (await strict.groupOf(ana)).id]
  const atOnce = await Promise.all(groupIds.map(id => tryToInvite(ana, id, addresses(1))))
  expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 429])
  strict.clock.advance(dayMs)
  await ana.ok(api.createGroup, { body: { name: 'x', inviteEmails: addresses(6) } })
})

test('resending an invitation, even through sendEmailHttp, counts against the daily limit of invitations', async () => {
  const ana = await strict.signUp('Ana')
  const { id: groupId } = await strict.groupOf(ana)
  const { invited } = await ana.invite(groupId, ...addresses(4))
  const again = { params: { groupId, invitationId: invited[0]?.id ?? '' } }
  const to = invited[1]?.email ?? ''
  const sendEmail = () => ana.request('POST', `${functionsPath}/sendEmailHttp`, { to })
  strict.clock.advance(hourMs)
  await ana.ok(api.resendInvitation, again)
  expect((await sendEmail()).status).toBe(200)
  strict.clock.advance(hourMs)
  for (const refused of [await ana.call(api.resendInvitation, again), await sendEmail()]) {
    expect(refused).toMatchObject(tooMany)
    expect(retryAfterHours(refused)).toBeLessThanOrEqual(22)
  }
  expect(await strict.emailsTo(to)).toHaveLength(2)
  const sent = await ana.ok(api.listSentInvitations, again)
  expect(sent.invitations.map(({ resendAt }) => resendAt)).toEqual(Array(4).fill(null))
})

test('a user can send at most 20 invitations in the first 24 hours of the account', async () => {
  const young = await firstDay.signUp('Ana')
  const { id: groupId } = await firstDay.groupOf(young)
  firstDay.clock.advance(20 * hourMs)
  await young.invite(groupId, ...addresses(20))
  const refused = await tryToInvite(young, groupId, addresses(1))
  const message = 'You can send at most 20 invitations on the first day of your account.'
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-invitations', message } })
  // Retry-After is the time until the account's first day ends. The window of the counter ends later.
  expect([retryAfterHours(refused) > 3.9, retryAfterHours(refused) <= 4]).toEqual([true, true])
  firstDay.clock.advance(4 * hourMs)
  await young.invite(groupId, ...addresses(20))
})

test('an address, with or without an account, receives a limited number of invitations a day from all users together', async () => {
  const [ana, ben] = [await strict.signUp('Ana'), await strict.signUp('Ben')]
  const known = await strict.signUp('Dan')
  const [unknown = '', other = ''] = addresses(2)
  const refusals = new Set<string>()
  for (const to of [known.email, unknown]) {
    for (const inviter of [ana, ben, ana]) await inviter.invite((await strict.groupOf(inviter)).id, to)
    const refused = await tryToInvite(ben, (await strict.groupOf(ben)).id, [other, to])
    expect(refused.status).toBe(429)
    expect(retryAfterHours(refused)).toBeGreaterThan(23)
    refusals.add(JSON.stringify(refused.body).replaceAll(to, 'it'))
    strict.clock.advance(hourMs)
    expect((await ana.request('POST', `${functionsPath}/sendEmailHttp`, { to })).status).toBe(429)
    expect(await strict.emailsTo(to)).toHaveLength(3)
    expect(await strict.emailsTo(other)).toEqual([])
  }
  const message = 'it has been sent too many invitations today. Please try again tomorrow.'
  const params = { reason: 'address', email: 'it' }
  expect([...refusals].map(body => JSON.parse(body))).toEqual([
    { code: 'too-many-invitations', message, params },
  ])
})

test('after a decline, a group can invite the address at most 3 more times in 30 days, whatever becomes of these invitations', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const { id: groupId } = await app.groupOf(ana)
  const inviteAndDecline = async () => {
    const { invited } = await ana.invite(groupId, ben.email)
    await ben.ok(api.declineInvitation, { params: { invitationId: invited[0]?.id ?? '' } })
  }
  await inviteAndDecline()
  app.clock.advance(dayMs)

  await inviteAndDecline()
  const { invited } = await ana.invite(groupId, ben.email)
  await ana.ok(api.cancelInvitation, { params: { groupId, invitationId: invited[0]?.id ?? '' } })
  await ana.invite(groupId, ben.email)
  app.clock.advance(7 * dayMs)

  const emailsBefore = (await app.emailsTo(ben)).length
  const refused = await tryToInvite(ana, groupId, [...addresses(1), ben.email])
  const message = `${ben.email} has declined too often to be invited again now.`
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-invitations', message } })
  const waitDays = retryAfterHours(refused) / 24
  expect([waitDays > 22.9, waitDays <= 23]).toEqual([true, true])
  expect(await app.emailsTo(ben)).toHaveLength(emailsBefore)

  // The limit applies to each group separately. Each invitation counts for 30 days.
  await ana.invite((await app.groupOf(ana)).id, ben.email)
  app.clock.advance(22 * dayMs)
  expect((await tryToInvite(ana, groupId, [ben.email])).status).toBe(429)
  app.clock.advance(dayMs)
  await ana.invite(groupId, ben.email)
})

test('an address that has never declined can be invited again each time its invitation has expired', async () => {
  const ana = await app.signUp('Ana')
  const { id: groupId } = await app.groupOf(ana)
  const [address = ''] = addresses(1)
  for (let round = 0; round < 5; round++) {
    expect((await ana.invite(groupId, address)).skipped).toEqual([])
    app.clock.advance(7 * dayMs)
  }
})

function tryToInvite(who: TestUser, groupId: string, emails: string[]): Promise<Reply> {
  return who.call(api.inviteMembers, { params: { groupId }, body: { emails } })
}

const addresses = (count: number) => Array.from({ length: count }, newAddress)
const retryAfterHours = ({ headers }: Reply) => Number(headers.get('retry-after')) / 3_600
