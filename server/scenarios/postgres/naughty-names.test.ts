import { cleanLine } from '@grouplight/contract/text.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { announce } from '#features/notification/announce.ts'
import { attempts } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { naughtyNames } from '#testing/naughty-names.ts'
import { useTestApp } from '#testing/test-app.ts'
import { TestMailServer } from '#testing/test-mail-server.ts'
import { type Reply, TestUser } from '#testing/test-user.ts'

const app = useTestApp({ LIMIT_INVITATIONS_PER_DAY: '100000' })
const texts = Object.entries(naughtyNames)

const asLine = cleanLine
const asLines = (text: string) => text.replace(/\r\n?/g, '\n').trim()

const [ana, ben] = app.users('Ana', 'Ben')
let groupId: string

beforeAll(async () => {
  groupId = (await app.groupOf(ana)).id
})

// Without this deletion, the limits would refuse many requests of these tests.
beforeEach(async () => {
  await app.database.delete(attempts)
})

describe('unusual texts', () => {
  test.each(texts)(
    'a text is stored in its documented form, or refused with a message of one line: %s',
    async (_what, text) => {
      const renamed = await ana.call(api.updateAccount, { body: { displayName: text } })
      if (isAccepted(renamed)) expect(renamed.body).toMatchObject({ account: { displayName: asLine(text) } })

      const params = { groupId }
      const named = await ana.call(api.updateGroup, { params, body: { name: text, description: '' } })
      if (isAccepted(named)) expect((await ana.ok(api.readGroup, { params })).name).toBe(asLine(text))

      const described = await ana.call(api.updateGroup, {
        params,
        body: { name: 'Choir', description: text },
      })
      if (isAccepted(described))
        expect((await ana.ok(api.readGroup, { params })).description).toBe(asLines(text))

      const { id } = await ana.ok(api.createGroup, { body: { name: 'Choir' } })
      const body = { emails: [ben.email], message: text }
      if (isAccepted(await ana.call(api.inviteMembers, { params: { groupId: id }, body }))) {
        const { invitations } = await ben.ok(api.listReceivedInvitations)
        expect(invitations.find(({ groupId }) => groupId === id)?.message).toBe(asLines(text))
      }
      await ana.request('DELETE', `/api/groups/${id}`)

      for (const email of [text, `${text}@example.org`, `ana@${text}`])
        isAccepted(await ana.call(api.inviteMembers, { params, body: { emails: [email] } }))

      const stranger = new TestUser(app.url, { email: `${newId().toLowerCase()}@example.org` })
      const account = { displayName: 'Eve', email: stranger.email, password: text }
      if (isAccepted(await stranger.request('POST', '/api/accounts', account))) {
        const code = (await app.linkTo(stranger.email, 'email-verified')).searchParams.get('oobCode')
        await stranger.verify(code ?? '')
        await stranger.signIn(text)
      }

      const announced = await announce(app.services, { message: text }).catch(error => error)
      if (announced instanceof Error) expect(announced).toBeInstanceOf(Problem)
      else expect((await ben.ok(api.listNotifications)).notifications[0]?.message).toBe(asLine(text))
    },
  )
})

// Skipped in the test run on PostgreSQL, because the text of an email does not depend on the kind of database.
describe.skipIf(inject('postgresUrl') !== null)('emails', async () => {
  const mailServer = await TestMailServer.open()
  const mailing = useTestApp({ SMTP_URL: mailServer.url, LIMIT_INVITATIONS_PER_DAY: '100000' })
  afterAll(() => mailServer.close())

  test('every accepted name and message arrives in an email as text, and leaves the email’s headers intact', async () => {
    const cyd = new TestUser(mailing.url, { name: 'Cyd', email: `${newId().toLowerCase()}@example.org` })
    await cyd.register()
    const [mail] = await mailServer.mailsTo(cyd.email)
    await cyd.verify(mail?.text?.match(/oobCode=([\w-]+)/)?.[1] ?? '')
    await cyd.signIn()
    let arrived = 0
    for (const [what, text] of texts) {
      await mailing.database.delete(attempts)
      const created = await cyd.call(api.createGroup, { body: { name: text } })
      const renamed = await cyd.call(api.updateAccount, { body: { displayName: text } })
      if (!isAccepted(created) || !isAccepted(renamed)) continue
      const to = `${newId().toLowerCase()}@example.org`
      const { id } = created.body as { id: string }
      const message = asLines(text)
      const body = { emails: [to], message }
      if (!isAccepted(await cyd.call(api.inviteMembers, { params: { groupId: id }, body }))) continue
      const [mail] = await mailServer.mailsTo(to)
      const line = asLine(text)
      expect(mail?.subject, what).toBe(`${line} invited you to join ${line} on Grouplight App`)
      expect(mail?.headers.map(({ key }) => key).sort(), what).toEqual(headerNames)
      expect(mail?.recipients, what).toEqual([to])
      expect(mail?.text, what).toContain(`${line} invited you to join the group ${line} on Grouplight`)
      expect(mail?.text, what).toContain(
        message
          .split('\n')
          .map(part => `> ${part}`)
          .join('\n'),
      )
      expect(textOf(mail?.html ?? ''), what).toContain(`${line} invited you to join the group ${line} on`)
      expect(mail?.html, what).not.toMatch(/<(script|img|svg|iframe|b)\b/i)
      await cyd.request('DELETE', `/api/groups/${id}`)
      arrived++
    }
    expect(arrived).toBeGreaterThan(30)
  })
})

const headerNames = [
  ...['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'],
]

/** Returns whether a text was accepted. A refusal must have status 400 and a message of one line. */
function isAccepted({ status, body }: Reply): boolean {
  if (status < 300) return true
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ code: 'invalid-input', message: expect.stringMatching(/^\S[^\n]*$/) }),
  ])
  return false
}

function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}
