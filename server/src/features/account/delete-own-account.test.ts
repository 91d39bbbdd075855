import { closeCodes } from '@grouplight/contract/live.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groups, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

describe('deletion of a user’s own account', () => {
  test('with the password ends the session, removes the user from the group and sends an email', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(ana, ben)
    const screen = await ben.open()
    const { status, headers } = await deleteOwnAccount(ben)
    expect([status, headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')])
    expect(await screen.closed).toBe(closeCodes.sessionEnded)
    expect(await ben.ok(api.readSession)).toEqual({ account: null })
    expect(await app.database.$count(users, eq(users.uid, ben.userId))).toBe(0)
    const { members } = await ana.group(groupId)
    expect(members.map(({ displayName }) => displayName)).toEqual(['Ana'])
    const mail = (await app.emailsTo(ben)).at(-1)
    expect(mail?.subject).toBe('Your Grouplight account was deleted')
    expect(mail?.text).toContain('deleted your account on its profile page')
  })

  test('a deletion without the password is refused, also shortly after a confirmation', async () => {
    const ana = await app.signUp('Ana')
    await ana.ok(api.confirmByPassword, { body: { password: ana.password } })
    expect(await ana.call(api.deleteAccount, { body: {} })).toMatchObject({
      status: 401,
      body: { code: 'wrong-password', field: 'password' },
    })
    expect((await ana.ok(api.readSession)).account?.uid).toBe(ana.userId)
  })

  test('is refused until the groups that the user created are deleted or handed over', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const [one, other] = [await app.groupOf(ana, ben), await app.groupOf(ana)]
    expect(await deleteOwnAccount(ana)).toMatchObject({ status: 409, body: { code: 'still-creator' } })
    await ana.ok(api.deleteGroup, { params: { groupId: other.id } })
    expect((await deleteOwnAccount(ana)).status).toBe(409)
    await handOver(one.id, ana, ben)
    expect((await deleteOwnAccount(ana)).status).toBe(204)
    const { createdBy, memberCount } = await ben.group(one.id)
    expect([createdBy, memberCount]).toEqual([ben.userId, 1])
  })

  test.each([1, 2, 3, 4, 5])(
    'if a user deletes the account and accepts an offered group at the same time, exactly one of the two succeeds, round %i',
    async () => {
      const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
      const { id: groupId } = await app.groupOf(ana, ben)
      const params = { groupId }
      await ana.ok(api.offerGroup, { params, body: { memberId: ben.userId } })
      const [deleted, accepted] = await Promise.all([
        deleteOwnAccount(ben),
        ben.call(api.acceptOffer, { params }),
      ])
      const isCreator = accepted.status === 200
      expect(deleted.status).toBe(isCreator ? 409 : 204)
      expect(isCreator ? [200] : [401, 404]).toContain(accepted.status)
      const [group] = await app.database.select().from(groups).where(eq(groups.id, groupId))
      expect(group?.createdBy).toBe(isCreator ? ben.userId : ana.userId)
    },
  )
})

function deleteOwnAccount(user: TestUser, password = user.password) {
  return user.call(api.deleteAccount, { body: { password } })
}

async function handOver(groupId: string, from: TestUser, to: TestUser): Promise<void> {
  await from.ok(api.offerGroup, { params: { groupId }, body: { memberId: to.userId } })
  await to.ok(api.acceptOffer, { params: { groupId } })
}
