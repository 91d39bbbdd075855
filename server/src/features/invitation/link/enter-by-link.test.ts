import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { invitations, inviteLinks } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { inviteByLink } from '#testing/invite-by-link.ts'
import { useOwnTestApp } from '#testing/test-app.ts'

const app = useOwnTestApp()
const [ana, ben] = app.users('Ana', 'Ben')

test('a user can join a group at most 3 times a day by an invite link or by invitations made from it', async () => {
  const params = { groupId: (await app.groupOf(ana)).id }
  const { link, address } = await ana.ok(api.createInviteLink, { params, body: {} })
  const code = address.split('#')[1] ?? ''
  const refusal = { status: 429, body: { code: 'too-many-requests' } }
  for (let n = 1; n <= 3; n++) {
    await ben.ok(api.joinByLink, { body: { code } })
    await ben.ok(api.leaveGroup, { params })
  }
  const unread = await ana.ok(api.countUnread)

  expect(await ben.call(api.joinByLink, { body: { code } })).toMatchObject(refusal)

  await inviteByLink(app.services, ben, link.id)
  const [invitation] = await ben.received()
  const accept = { params: { invitationId: invitation?.id ?? '' } }
  expect(await ben.call(api.acceptInvitation, accept)).toMatchObject(refusal)

  // The refused attempts took no use, left the invitation pending and notified nobody.
  const [stored] = await app.database.select().from(inviteLinks).where(eq(inviteLinks.id, link.id))
  expect(stored?.uses).toBe(3)
  expect(await app.database.$count(invitations, eq(invitations.status, 'pending'))).toBe(1)
  expect(await ana.ok(api.countUnread)).toEqual(unread)
  app.clock.advance(dayMs)
  expect(await ben.ok(api.acceptInvitation, accept)).toEqual(params)
})
