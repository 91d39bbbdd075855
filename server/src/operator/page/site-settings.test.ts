import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { setOperator } from '#features/account/operators.ts'
import { addMs, minuteMs } from '#platform/clock.ts'
import { outbox } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { OddMailServer } from '#testing/odd-mail-server.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useOwnTestApp({ PRIVACY_URL: 'https://club.example/privacy', LIMIT_SIGN_UPS_PER_IP: '7' })
let olga: TestUser

beforeAll(async () => {
  await app.services.workers.email.stop()
  olga = await app.signUp('Olga')
  await setOperator(app.services, { userId: olga.userId, isOperator: true })
})

const change = (body: Record<string, unknown>) => olga.call(api.changeSiteSettings, { body: body as never })

describe('the settings on the operator’s page', () => {
  test('say what the environment has set, and the limits', async () => {
    const settings = await olga.ok(api.readSiteSettings)
    expect(settings).toMatchObject({
      registration: { value: 'open', isFixed: false },
      privacy: { url: 'https://club.example/privacy', text: null, isFixed: true },
      imprint: { url: null, text: null, isFixed: false },
      updateCheck: { value: false, isFixed: true },
    })
    expect(settings.limits).toContainEqual({ name: 'LIMIT_SIGN_UPS_PER_IP', value: 7 })
  })

  test('are changed at once, and the others stay', async () => {
    const changed = await olga.ok(api.changeSiteSettings, {
      body: { allowedEmailDomains: ['@Grün.example', '*.school.example'], contact: ' Ana@Club.example' },
    })
    expect(changed).toMatchObject({
      allowedEmailDomains: { value: ['grün.example', '*.school.example'] },
      contact: { value: 'mailto:ana@club.example' },
    })
    await olga.ok(api.changeSiteSettings, { body: { registration: 'closed' } })
    expect(app.services.site).toMatchObject({
      registration: 'closed',
      allowedEmailDomains: ['xn--grn-ioa.example', '*.school.example'],
    })
    expect(await olga.ok(api.readSiteSettings)).toMatchObject({ contact: changed.contact })
  })

  test('cannot be changed if the environment sets them, not even together with others', async () => {
    const body = { registration: 'invited', privacy: { url: null, text: 'Ours' } }
    expect(await change(body)).toMatchObject({
      status: 409,
      body: { code: 'set-by-environment', field: 'privacy' },
    })
    expect(await change({ updateCheck: true })).toMatchObject({ status: 409 })
    expect(app.services.site.registration).not.toBe('invited')
  })

  test.each([
    ['javascript:alert(1)', 'link'],
    [' JavaScript:alert(1)', 'link'],
    ['data:text/html,<script>', 'link'],
    ['vbscript:x', 'link'],
    ['//club.example', 'link'],
    ['https://club.example/"onclick="x', 'link'],
    ['https://a\nb', 'link'],
    [`https://club.example/${'x'.repeat(500)}`, 'link'],
  ])('refuse %j as a link', async (url, reason) => {
    for (const body of [{ imprint: { url, text: null } }, { contact: url }])
      expect(await change(body)).toMatchObject({ status: 400, body: { params: { reason } } })
  })

  test('refuse a page that is both a link and a text, a long text, and a domain that is none', async () => {
    const both = { url: 'https://club.example', text: 'Ours' }
    for (const body of [
      { imprint: both },
      { imprint: { url: null, text: 'x'.repeat(20_001) } },
      { allowedEmailDomains: ['club'] },
      { unknown: 1 },
    ])
      expect(await change(body)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  })
})

test('the test email goes to the operator’s own address, and the answer has the words of the mail server', async () => {
  expect(await olga.call(api.sendTestEmail)).toMatchObject({ status: 409, body: { code: 'no-mail-server' } })
  const server = await OddMailServer.open()
  onTestFinished(() => server.close())
  Object.assign(app.services.config, { smtpUrl: server.url })
  const host = server.url.replace('smtp://', '')
  expect(await olga.ok(api.sendTestEmail)).toEqual({
    ...{ host, tls: null, accepted: true, fault: null },
    words: '250 2.0.0 Ok: queued as 4711',
  })
  expect(server.accepted).toEqual([olga.email])
  server.oddity = { RCPT: '550 5.1.1 No such user' }
  expect(await olga.ok(api.sendTestEmail)).toMatchObject({
    ...{ accepted: false, words: '550 5.1.1 No such user' },
    fault: 'the mail server refused it',
  })
})

test('the ten newest emails that failed are listed with the reason, without addresses and contents', async () => {
  const now = app.clock.now()
  const email = { kind: 'invitation', subject: 'Secret', text: 'Secret', html: 'Secret', nextAttemptAt: now }
  const failed = Array.from({ length: 12 }, (_, at) => ({
    ...{ ...email, id: `f${at}`, toAddress: `secret${at}@example.org`, createdAt: addMs(now, at * minuteMs) },
    lastError: `550 No user <secret${at}@example.org> here (${at})`,
  }))
  const fine = {
    ...email,
    id: 'waits',
    toAddress: 'secret@example.org',
    createdAt: addMs(now, 60 * minuteMs),
  }
  const sent = { ...fine, id: 'sent', sentAt: now, lastError: '451 Later' }
  await app.database.insert(outbox).values([...failed, fine, sent])
  const { failures } = await olga.ok(api.listEmailFailures)
  expect(failures.map(({ reason }) => reason)).toEqual(
    Array.from({ length: 10 }, (_, at) => `550 No user <…> here (${11 - at})`),
  )
  expect(failures[0]).toMatchObject({ at: addMs(now, 11 * minuteMs).toISOString(), kind: 'invitation' })
  expect(JSON.stringify(failures)).not.toMatch(/secret/i)
})
