import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addMs } from '#platform/clock.ts'
import { invitations } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const [ana, ben, eve] = app.users('Ana', 'Ben', 'Eve')

describe('missing and hidden resources', () => {
  test('missing, deleted, left and hidden groups and malformed ids get the same answer "Group not found", byte for byte', async () => {
    const { groupId: foreign, invitationId } = await inviteBen()
    const { groupId: deleted } = await inviteBen()
    await ana.ok(api.deleteGroup, { params: { groupId: deleted } })
    const left = (await app.groupOf(ana, eve)).id
    await eve.ok(api.leaveGroup, { params: { groupId: left } })
    const ids = [foreign, deleted, left, ...malformed, `${foreign}x`]

    const operations: [string, (groupId: string) => string, unknown?][] = [
      ['GET', id => `/api/groups/${id}`],
      ['PATCH', id => `/api/groups/${id}`, { name: 'x', description: '' }],
      ['DELETE', id => `/api/groups/${id}`],
      ['DELETE', id => `/api/groups/${id}/membership`],
      ['PUT', id => `/api/groups/${id}/members/${eve.userId}/availability`, { status: false }],
      ['GET', id => `/api/groups/${id}/invitations`],
      ['POST', id => `/api/groups/${id}/invitations`, { emails: ['x@example.org'] }],
      ['POST', id => `/api/groups/${id}/invitations/${invitationId}/resend`],
      ['DELETE', id => `/api/groups/${id}/invitations/${invitationId}`],
    ]
    for (const [method, path, body] of operations) {
      const missing = await responseTo(eve, method, path(newId()), body)
      expect(missing).toMatchObject({
        status: 404,
        text: '{"code":"group-not-found","message":"Group not found"}',
      })
      for (const id of ids) {
        expect(await responseTo(eve, method, path(id), body), `${method} ${path(id)}`).toEqual(missing)
      }
      // The creator of a deleted group gets the same response as other users.
      expect(await responseTo(ana, method, path(deleted), body)).toEqual(missing)
    }
  })

  test('missing, ended and hidden invitations and malformed ids get the same answer "invitation not found", byte for byte', async () => {
    const [open, deleted, cancelled, expired] = [
      await inviteBen(),
      await inviteBen(),
      await inviteBen(),
      await inviteBen(),
    ]
    await ana.ok(api.deleteGroup, { params: { groupId: deleted.groupId } })
    await ana.ok(api.cancelInvitation, { params: cancelled })
    await app.database
      .update(invitations)
      .set({ expiresAt: addMs(app.clock.now(), -1) })
      .where(eq(invitations.id, expired.invitationId))
    const gone = [deleted, cancelled, expired].map(({ invitationId }) => invitationId)

    for (const answer of ['accept', 'decline']) {
      const path = (id: string) => `/api/invitations/${id}/${answer}`
      const missing = await responseTo(ben, 'POST', path(newId()))
      expect(missing).toMatchObject({
        status: 404,
        text: expect.stringContaining('"code":"invitation-not-found"'),
      })
      for (const id of [...gone, ...malformed])
        expect(await responseTo(ben, 'POST', path(id)), id).toEqual(missing)
      for (const other of [eve, ana]) {
        expect(await responseTo(other, 'POST', path(open.invitationId))).toEqual(missing)
      }
    }
    for (const [method, rest] of [
      ['POST', '/resend'],
      ['DELETE', ''],
    ] as const) {
      const path = (id: string) => `/api/groups/${open.groupId}/invitations/${id}${rest}`
      const missing = await responseTo(ana, method, path(newId()))
      expect(missing.status).toBe(404)
      for (const id of [...gone, ...malformed])
        expect(await responseTo(ana, method, path(id)), id).toEqual(missing)
    }
  })

  test('an invitation is found only through its own group', async () => {
    const [one, other] = [await inviteBen(), await inviteBen()]
    const params = { groupId: other.groupId, invitationId: one.invitationId }
    const [sent] = (await ana.ok(api.listSentInvitations, { params: { groupId: one.groupId } })).invitations
    const resendAt = sent?.resendAt
    expect((await ana.call(api.resendInvitation, { params })).status).toBe(404)
    expect((await ana.call(api.cancelInvitation, { params })).status).toBe(404)
    const { invitations } = await ana.ok(api.listSentInvitations, { params: { groupId: one.groupId } })
    expect(invitations).toMatchObject([{ id: one.invitationId, resendAt }])
  })
})

const malformed = ['short', '%00', "'%20or%201=1", '%F0%9F%98%80', 'a'.repeat(300)]

async function inviteBen(): Promise<{ groupId: string; invitationId: string }> {
  const { id: groupId } = await app.groupOf(ana)
  const { invited } = await ana.invite(groupId, ben.email)
  return { groupId, invitationId: invited[0]?.id ?? '' }
}

async function responseTo(who: TestUser, method: string, path: string, body?: unknown) {
  const response = await fetch(app.url + path, {
    method,
    headers: {
      origin: app.url,
      cookie: who.cookie,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const { date: _, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, headers, text: await response.text() }
}
