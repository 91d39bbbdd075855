import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { api } from '#testing/api.ts'
import { FakePushService } from '#testing/fake-push-service.ts'
import { reportProgress } from '#testing/progress.ts'
import { useRestartableServer } from '#testing/restartable-server.ts'
import type { TestUser } from '#testing/test-user.ts'
import { signUp } from '#testing/writers.ts'

const rounds = Number(process.env.ROUNDS ?? 3)
const longestDelayMs = 40
// Ben has a watch for each change, and Cyd hears of every change.
const expected = [
  ['cyd', 'membership.status'],
  ['ben', 'membership.awaited'],
] as const
const service = await FakePushService.open()
const settings = {
  PUSH_SERVICES: service.origin,
  LIMIT_INVITATIONS_PER_ADDRESS: '100000',
  LIMIT_INVITATIONS_ON_FIRST_DAY: '100000',
  LIMIT_INVITATIONS_PER_DAY: '100000',
}
afterAll(() => service.close())
const startServer = useRestartableServer('ring')

test('if the server is killed during or after a change to Available, a device rings, and a watch is fulfilled exactly once', {
  timeout: 150_000 * rounds,
}, async () => {
  const server = await startServer(settings)
  const ana = await signUp(server, 'Ana')
  const [ben, cyd] = [await signUp(server, 'Ben'), await signUp(server, 'Cyd')]
  await service.register(ben, 'ben')
  await service.register(cyd, 'cyd')

  // In one group, devices ring for the same member at most once in five minutes. Therefore each round has a group of its own.
  const newGroup = async (name: string) => {
    const groupId = await createGroup(ana, name, [ben, cyd])
    const toggle = (status: boolean) =>
      ana.ok(api.setAvailability, { params: { groupId, userId: ana.userId }, body: { status } })
    await toggle(false)
    return { groupId, toggle }
  }

  const mostRings: { groupId: string; who: string; kind: string; most: number }[] = []
  let rungBefore = 0
  for (let round = 1; round <= rounds; round++) {
    const { groupId, toggle } = await newGroup(`Round ${round}`)
    await ben.ok(api.addWatch, { params: { groupId }, body: { memberId: ana.userId, forMinutes: 60 } })
    const answer = toggle(true).then(
      () => true,
      () => false,
    )
    // In every second round, the change may still be in progress when the server is killed.
    if (round % 2 === 1) expect(await answer).toBe(true)
    await wait(Math.random() * longestDelayMs)
    await server.kill()
    const before = expected.map(([who, kind]) => ringsOf(who, groupId, kind))
    rungBefore += Math.min(1, before[0] ?? 0)
    await server.start()
    if (!(await answer)) await toggle(true)
    for (const [at, [who, kind]] of expected.entries()) {
      // If the killed server was sending a push, the lease of this push must end before the next attempt.
      await vi.waitFor(() => expect(ringsOf(who, groupId, kind)).toBeGreaterThan(0), 90_000)
      mostRings.push({ groupId, who, kind, most: (before[at] ?? 0) + 1 })
    }
    const { notifications } = await ben.ok(api.listNotifications)
    const awaited = notifications.filter(one => one.relatedGroupId === groupId && one.action === 'awaited')
    expect(awaited).toHaveLength(1)
    expect(await ben.ok(api.listWatches, { params: { groupId } })).toEqual({ watches: [] })
    reportProgress(round, rounds)
  }
  // The ringer decides about this change after all earlier ones. A second ring would have come before.
  const last = await newGroup('The last')
  await last.toggle(true)
  await vi.waitFor(() => expect(ringsOf('cyd', last.groupId, 'membership.status')).toBe(1), 90_000)
  for (const { groupId, who, kind, most } of mostRings)
    expect(ringsOf(who, groupId, kind)).toBeLessThanOrEqual(most)
  process.stdout.write(
    `${rounds} rounds of killing the server after a status change: each rang and fulfilled a watch once, ${rungBefore} of them before the kill\n`,
  )
})

test('if the server is killed during or after a question to a group, each who is asked gets exactly one ring or email', {
  timeout: 150_000 * rounds,
}, async () => {
  const server = await startServer(settings)
  const asked = [await signUp(server, 'Dan'), await signUp(server, 'Eve')]
  for (const user of asked) await service.register(user, user.name)
  const mostRings: { groupId: string; who: string; most: number }[] = []
  const callsIn = (groupId: string, who: string) => ringsOf(who, groupId, 'membership.call')
  const emailed: TestUser[] = []
  let rungBefore = 0
  let ana = await signUp(server, 'Ana')
  for (let round = 1; round <= rounds; round++) {
    // A user may ask three times in an hour.
    if (round % 3 === 0) ana = await signUp(server, `Ana${round}`)
    // A user without a device gets at most three emails in a day.
    const fay = await signUp(server, `Fay${round}`)
    const groupId = await createGroup(ana, `Round ${round}`, [...asked, fay])
    await ana.ok(api.setAskers, { params: { groupId }, body: { askers: 'admins' } })
    const body = { text: 'Fire drill', needed: 1, forMinutes: 60 }
    const open = () => ana.call(api.openCall, { params: { groupId }, body })
    const answer = open().then(
      ({ status }) => status === 200,
      () => false,
    )
    if (round % 2 === 1) expect(await answer).toBe(true)
    await wait(Math.random() * longestDelayMs)
    await server.kill()
    const before = asked.map(({ name }) => callsIn(groupId, name))
    rungBefore += Math.min(1, ...before)
    await server.start()
    // The commit may have been made although no answer came.
    if (!(await answer)) expect([200, 409]).toContain((await open()).status)
    for (const [at, { name: who }] of asked.entries()) {
      await vi.waitFor(() => expect(callsIn(groupId, who)).toBeGreaterThan(0), 90_000)
      mostRings.push({ groupId, who, most: (before[at] ?? 0) + 1 })
    }
    await vi.waitFor(async () => expect(await callEmailsTo(fay, server.mailbox)).toBe(1), 90_000)
    emailed.push(fay)
    expect((await ana.ok(api.readGroup, { params: { groupId } })).calls).toHaveLength(1)
    reportProgress(round, rounds)
  }
  for (const { groupId, who, most } of mostRings) expect(callsIn(groupId, who)).toBeLessThanOrEqual(most)
  // The mailbox shows only the newest emails.
  for (const user of emailed) expect(await callEmailsTo(user, server.mailbox)).toBeLessThanOrEqual(1)
  process.stdout.write(
    `${rounds} rounds of killing the server after a question: each rang and mailed once, ${rungBefore} of them before the kill\n`,
  )
})

async function createGroup(creator: TestUser, name: string, members: TestUser[]): Promise<string> {
  const inviteEmails = members.map(({ email }) => email)
  const { id } = await creator.ok(api.createGroup, { body: { name, inviteEmails } })
  for (const member of members) {
    const { invitations } = await member.ok(api.listReceivedInvitations)
    await member.ok(api.acceptInvitation, { params: { invitationId: invitations[0]?.id ?? '' } })
  }
  return id
}

async function callEmailsTo(user: TestUser, mailbox: string): Promise<number> {
  const { body } = await user.request('GET', mailbox)
  const items = String(body).split('<li>')
  return items.filter(item => item.includes('Fire drill') && item.includes(`to ${user.email}<`)).length
}

function ringsOf(who: string, groupId: string, kind: string): number {
  return service.received(who).filter(({ payload }) => {
    const { data } = payload.notification
    return data.kind === kind && data.groupId === groupId
  }).length
}
