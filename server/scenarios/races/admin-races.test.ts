import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#features/account/delete-account.ts'
import { disableAccount, enableAccount } from '#features/account/disable-account.ts'
import { loseDisabledAdmins } from '#features/group/admins/lose-admin.ts'
import { takeOverDue } from '#features/group/admins/take-over-request.ts'
import { dayMs } from '#platform/clock.ts'
import { groups, memberships } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'

// Which of the concurrent requests comes first is random. The environment variable ROUNDS sets another number of rounds.
const rounds = Number(process.env.ROUNDS ?? 5)
const app = useOwnTestApp()

let ana: TestUser
let ben: TestUser
let cyd: TestUser
let params: { groupId: string }

beforeEach(async () => {
  ;[ana, ben, cyd] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Cyd')]
  params = { groupId: (await app.groupOf(ana, ben, cyd)).id }
  await ana.ok(api.makeDeputy, { params: { ...params, userId: ben.userId } })
})

const takeOver = (who: TestUser) => who.call(api.takeOverGroup, { params })
const leave = (who: TestUser) => who.call(api.leaveGroup, { params })
const deleteOwn = (who: TestUser) => who.call(api.deleteAccount, { body: { password: who.password } })

describe.each(Array.from({ length: rounds }, (_, at) => at + 1))('a group, round %i', round => {
  test('has one admin at most while one is lost, others take over, and the lost one comes back', async () => {
    await disableAccount(app.services, ana)
    app.clock.advance(30 * dayMs)
    if (round % 2) await loseDisabledAdmins(app.services)
    app.clock.advance(3 * dayMs)
    await Promise.all([ben.signIn(), cyd.signIn()])
    const [bens, cyds] = await expectNoFault(
      takeOver(ben),
      takeOver(cyd),
      loseDisabledAdmins(app.services),
      enableAccount(app.services, ana),
    )
    const admins = [...(bens?.status === 200 ? [ben] : []), ...(cyds?.status === 200 ? [cyd] : [])]
    expect(admins.length).toBeLessThanOrEqual(1)
    expect(await creator()).toBe((admins[0] ?? ana).userId)
  })

  test('is taken over by one member, or ends with its last one', async () => {
    await deleteAccount(app.services, { userId: ana.userId, fates: () => ({ fate: 'members' }) })
    const [taken] = await expectNoFault(takeOver(ben), deleteOwn(ben), leave(cyd))
    const left = await app.database.$count(memberships, eq(memberships.groupId, params.groupId))
    expect([await creator(), left]).toEqual(taken?.status === 200 ? [ben.userId, 1] : [undefined, 0])
  })

  test('goes to the deputy who asked, or stays with the creator who signs in or hands it over', async () => {
    app.clock.advance(60 * dayMs)
    await app.runMaintenance()
    await Promise.all([ben.signIn(), cyd.signIn()])
    await ben.ok(api.askToTakeOver, { params })
    app.clock.advance(14 * dayMs)
    await expectNoFault(
      ana.signIn().then(() => undefined),
      takeOverDue(app.services),
      takeOverDue(app.services),
      round % 2 ? deleteOwn(ben) : leave(ben),
    )
    const admin = await creator()
    expect([ana.userId, ben.userId]).toContain(admin)
    if (admin === ana.userId)
      await ana.ok(api.updateGroup, { params, body: { name: 'Mine', description: '' } })
  })

  test('has a deputy or not, who removes a member or is removed', async () => {
    const user = (who: TestUser) => ({ params: { ...params, userId: who.userId } })
    await expectNoFault(
      ben.call(api.removeMember, user(cyd)),
      ana.call(api.removeMember, user(ben)),
      ana.call(api.endDeputy, user(ben)),
      ana.call(api.makeDeputy, user(cyd)),
      ben.call(api.inviteMembers, { params, body: { emails: ['eve@example.org'] } }),
      cyd.call(api.deleteAccount, { body: { password: cyd.password } }),
    )
    expect(await creator()).toBe(ana.userId)
  })
})

/** Returns the answers, after which the data is right. */
async function expectNoFault(...begun: Promise<Reply | unknown>[]): Promise<(Reply | undefined)[]> {
  const answers = (await Promise.all(begun)) as (Reply | undefined)[]
  expect(answers.filter(answer => answer && typeof answer === 'object' && answer.status >= 500)).toEqual([])
  await checkInvariants(app.database)
  return answers
}

async function creator(): Promise<string | null | undefined> {
  const [group] = await app.database.select().from(groups).where(eq(groups.id, params.groupId))
  return group && (group.withoutAdminSince ? null : group.createdBy)
}
