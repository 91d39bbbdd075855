import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#features/account/delete-account.ts'
import { disableAccount, enableAccount } from '#features/account/disable-account.ts'
import { dayMs } from '#platform/clock.ts'
import { groups } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const [ben, cyd, dan] = app.users('Ben', 'Cyd', 'Dan')
let params: { groupId: string }

/** The first deputy is the one of the longest standing. Then the creator's account is deleted. */
async function groupWithoutAdmin(...deputies: TestUser[]): Promise<void> {
  const ana = await app.signUp('Ana')
  params = { groupId: (await app.groupOf(ana, ben, cyd, dan)).id }
  for (const { userId } of deputies) {
    await ana.ok(api.makeDeputy, { params: { ...params, userId } })
    app.clock.advance(1)
  }
  await ana.invite(params.groupId, 'eve@example.org')
  await deleteAccount(app.services, { userId: ana.userId, fates: () => ({ fate: 'members' }) })
}

const takeOver = (who: TestUser) => who.call(api.takeOverGroup, { params })

describe('a group without an admin', () => {
  test('works on for its members, who cannot change it', async () => {
    await groupWithoutAdmin()
    const group = await ben.ok(api.readGroup, { params })
    expect(group).toMatchObject({ createdBy: null, memberCount: 3 })
    expect(Date.parse(group.takeOverFrom ?? '')).toBeLessThanOrEqual(app.clock.now().getTime())
    const { dashboard } = await ben.ok(api.readDashboard)
    expect(dashboard?.groups.find(({ id }) => id === params.groupId)).toMatchObject({ createdBy: null })
    await ben.ok(api.setAvailability, { params: { ...params, userId: ben.userId }, body: { status: false } })
    expect((await ben.call(api.deleteGroup, { params })).status).toBe(403)
    await ben.ok(api.leaveGroup, { params })
    expect((await cyd.ok(api.readGroup, { params })).memberCount).toBe(2)
  })

  test('is taken over by the first who wants it, who hears of the invitations; the next one hears who was faster', async () => {
    await groupWithoutAdmin()
    expect(await cyd.ok(api.takeOverGroup, { params })).toMatchObject({ createdBy: cyd.userId })
    expect(await cyd.ok(api.readGroup, { params })).not.toHaveProperty('takeOverFrom')
    const { invitations } = await cyd.ok(api.listSentInvitations, { params })
    expect(invitations).toMatchObject([{ email: 'eve@example.org', invitedByName: 'Cyd' }])
    expect(await takeOver(ben)).toMatchObject({
      status: 409,
      body: { code: 'group-has-admin', message: 'Cyd was faster.' },
    })
  })

  test('belongs for three days to the deputy of the longest standing, then to anybody', async () => {
    await groupWithoutAdmin(cyd, ben)
    const [first, second] = [await cyd.ok(api.readGroup, { params }), await ben.ok(api.readGroup, { params })]
    const laterMs = Date.parse(second.takeOverFrom ?? '') - Date.parse(first.takeOverFrom ?? '')
    expect(laterMs).toBe(3 * dayMs)
    for (const other of [ben, dan])
      expect(await takeOver(other)).toMatchObject({ status: 409, body: { code: 'deputy-first' } })
    app.clock.advance(3 * dayMs)
    expect(await dan.ok(api.takeOverGroup, { params })).toMatchObject({
      createdBy: dan.userId,
      deputies: [cyd.userId, ben.userId],
    })
  })

  test('does not wait for a disabled deputy', async () => {
    await groupWithoutAdmin(ben, cyd)
    await disableAccount(app.services, ben)
    expect(await cyd.ok(api.takeOverGroup, { params })).toMatchObject({ createdBy: cyd.userId })
    await enableAccount(app.services, ben)
    await ben.signIn()
  })

  test('ends with its last member', async () => {
    await groupWithoutAdmin(cyd)
    for (const member of [ben, cyd, dan]) await member.ok(api.leaveGroup, { params })
    expect(await app.database.$count(groups, eq(groups.id, params.groupId))).toBe(0)
  })
})
