import { describe, expect, test } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import { TestUser } from '#testing/test-user.ts'

const app = useOwnTestApp()
const [ana, ben] = app.users('Ana', 'Ben')
const noLink = { status: 404, body: { code: 'link-not-usable' } }

describe('the code in an invitation email', () => {
  test('tells a guest the inviter, the group and the address, until the invitation has ended', async () => {
    const { groupId, dan, code, invitationId } = await invite()
    const details = { inviter: 'Ana', groupName: 'Mountain Rescue', needsApproval: false }
    const body = { code }
    expect(await app.guest().ok(api.readInviteLink, { body })).toEqual({
      ...{ ...details, email: dan.email, groupId: null },
    })
    for (const wrong of [`${invitationId}.${'x'.repeat(43)}`, `${newId()}.${code.split('.')[1]}`])
      expect(await app.guest().call(api.readInviteLink, { body: { code: wrong } })).toMatchObject(noLink)
    await ana.ok(api.cancelInvitation, { params: { groupId, invitationId } })
    expect(await app.guest().call(api.readInviteLink, { body })).toMatchObject(noLink)
  })

  test('leads a member to the group, and lets nobody else join', async () => {
    const { groupId, dan, code, invitationId } = await invite()
    expect(await ben.call(api.joinByLink, { body: { code } })).toMatchObject(noLink)
    await dan.register()
    await dan.verify(await app.codeTo(dan))
    await dan.signIn()
    await dan.ok(api.acceptInvitation, { params: { invitationId } })
    expect(await dan.ok(api.readInviteLink, { body: { code } })).toMatchObject({ groupId })
    expect(await app.guest().call(api.readInviteLink, { body: { code } })).toMatchObject(noLink)
  })

  test.each(['the group is deleted', 'the invitation has expired'])('reveals nothing after %s', async why => {
    const { groupId, code } = await invite()
    if (why === 'the group is deleted') await ana.ok(api.deleteGroup, { params: { groupId } })
    else app.clock.advance(7 * dayMs)
    expect(await app.guest().call(api.readInviteLink, { body: { code } })).toMatchObject(noLink)
  })
})

describe('the response to a verification', () => {
  test('has the address, and the invitation by the link of the sign-up, which only the own browser or the password shows to be wanted', async () => {
    const { id: groupId } = await app.groupOf(ana)
    const { address } = await ana.ok(api.createInviteLink, { params: { groupId }, body: {} })
    const verified = async (browser: (dan: TestUser) => TestUser, withPassword: boolean) => {
      const dan = newUser()
      const { name: displayName, email, password } = dan
      await dan.ok(api.signUp, { body: { displayName, email, password, code: address.split('#')[1] ?? '' } })
      const code = await app.codeTo(dan)
      const body = { code, ...(withPassword && { password }) }
      const answer = await browser(dan).ok(api.verifyEmail, { body })
      expect(answer.email).toBe(email)
      const read = { body: { code: answer.invitation?.code ?? '' } }
      expect(await app.guest().ok(api.readInviteLink, read)).toMatchObject({ email, inviter: 'Ana' })
      return answer.invitation?.isWanted
    }
    expect(await verified(dan => dan, false)).toBe(true)
    expect(await verified(() => app.guest(), true)).toBe(true)
    expect(await verified(() => app.guest(), false)).toBe(false)
  })

  test('has an emailed invitation, which is not accepted in advance, and null without one', async () => {
    const { dan, code } = await invite()
    const eve = newUser()
    const answers = []
    for (const user of [dan, eve]) {
      await user.register()
      const link = await app.linkTo(user, 'email-verified')
      const body = { code: link.searchParams.get('oobCode') ?? '' }
      answers.push((await user.ok(api.verifyEmail, { body })).invitation)
    }
    expect(answers).toEqual([{ code, isWanted: false }, null])
  })
})

const newUser = () =>
  new TestUser(app.url, { name: 'Dan', email: `dan.${newId().toLowerCase()}@example.org` })

async function invite() {
  const { id: groupId } = await app.groupOf(ana)
  const dan = newUser()
  const body = { emails: [dan.email] }
  const { invited } = await ana.ok(api.inviteMembers, { params: { groupId }, body })
  const [, code = ''] = /\/signup#(\S+)/.exec((await app.emailsTo(dan)).at(-1)?.text ?? '') ?? []
  return { groupId, dan, code, invitationId: invited[0]?.id ?? '' }
}
