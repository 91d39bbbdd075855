import { parseEmail } from '@grouplight/contract/account.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { TestMailServer } from '#testing/test-mail-server.ts'
import { smtpOptions } from './smtp-options.ts'
import { createTransport, type MailConfig } from './transport.ts'

const mailServer = await TestMailServer.open()
afterAll(() => mailServer.close())

const settings: MailConfig = {
  smtpUrl: mailServer.url,
  smtpTls: undefined,
  ehloName: 'lights.example.org',
  mailFrom: 'hello@example.org',
  appName: 'Grouplight',
}
let sent = 0

async function send(mail: { to?: string; subject?: string }, given: Partial<typeof settings> = {}) {
  const transport = await createTransport({ ...settings, ...given })
  const messageId = `<${++sent}@example.org>`
  const rest = { text: 'Hello', html: '<p>Hello</p>', date: new Date(), messageId }
  try {
    await transport?.send({ to: 'ana@example.org', subject: 'Hello', ...mail, ...rest })
  } catch {
    return null
  } finally {
    transport?.close()
  }
  const arrived = mailServer.inbox.filter(mail => mail.messageId === messageId)
  expect(arrived).toHaveLength(1)
  return arrived[0] ?? null
}

describe('an email', () => {
  test('goes to exactly the given recipient or to nobody, even for unusual addresses', async () => {
    const odd = [
      'ana+tag@example.org',
      "o'neil@example.org",
      'a,b@example.org',
      'a;b@example.org',
      '<ana@example.org>',
      'ana@example.org>',
      'x<victim@example.org',
      '"ana"@example.org',
      '"an"."a"@example.org',
      '""ana""@example.org',
      'ana(comment)@example.org',
      'group:ana@example.org',
      'ana@example.org,',
      'ana@[127.0.0.1]',
      'ünï@example.org',
      'ana@exämple.org',
      'a\\b@example.org',
      'ana%victim.example@example.org',
    ]
      .map(address => parseEmail(address))
      .filter(address => address !== null)
    expect(odd.length).toBeGreaterThan(10)
    let taken = 0
    for (const to of odd) {
      const mail = await send({ to })
      if (mail === null) continue
      taken++
      expect([to, mail.recipients.length]).toEqual([to, 1])
      expect(mail.to).toHaveLength(1)
      expect(mail.cc).toBeUndefined()
      // The SMTP command contains "a,b"@example.org for a,b@example.org. `parseEmail` removes these quotes.
      expect(parseEmail(mail.recipients[0] ?? '')).toBe(to)
    }
    expect(taken).toBeGreaterThan(5)
  })

  test('is sent from the configured address, with the configured name of the sender, or with the site’s name if none is configured', async () => {
    const from = async (given: Partial<typeof settings>) => (await send({}, given))?.from
    expect(await from({})).toEqual({ name: 'Grouplight', address: 'hello@example.org' })
    expect(await from({ mailFrom: 'The Team <team@example.org>' })).toEqual({
      name: 'The Team',
      address: 'team@example.org',
    })
    expect(await from({ mailFrom: '"Team, the" <team@example.org>' })).toEqual({
      name: 'Team, the',
      address: 'team@example.org',
    })
    expect(await from({ appName: 'Ämpel "<b>" 🚦' })).toEqual({
      name: 'Ämpel "<b>" 🚦',
      address: 'hello@example.org',
    })
  })

  test('arrives with its whole subject, even if the subject is long and in several scripts', async () => {
    const subject = `Ünï ${'🚦'.repeat(80)} مرحبا ${'long '.repeat(30)}end`
    expect((await send({ subject }))?.subject).toBe(subject)
  })

  test('is sent with the configured user name and password', async () => {
    await mailServer.close()
    mailServer.login = { user: 'post@example.org', password: 'p@ss:wörd/%' }
    await mailServer.reopen()
    const login = (password: string) =>
      `smtp://${encodeURIComponent('post@example.org')}:${encodeURIComponent(password)}@127.0.0.1:${mailServer.port}`
    expect(await send({}, { smtpUrl: login('wrong') })).toBeNull()
    expect(await send({}, { smtpUrl: login('p@ss:wörd/%') })).not.toBeNull()
    expect(await send({})).toBeNull()
  })

  test('is sent only over TLS if a password goes to another machine', async () => {
    const requires = (smtpUrl: string) => smtpOptions({ ...settings, smtpUrl }).requireTLS
    expect(requires('smtp://post:secret@mail.example')).toBe(true)
    for (const url of [
      'smtp://mail.example',
      'smtps://post:secret@mail.example',
      'smtp://post:secret@127.0.0.1',
    ])
      expect([url, requires(url)]).toEqual([url, false])
    // 0.0.0.0 is another address of this machine, but the transport does not treat it as local. Sending fails, because the
    // test's mail server has no TLS.
    mailServer.login = { user: 'post', password: 'secret' }
    expect(await send({}, { smtpUrl: `smtp://post:secret@127.0.0.1:${mailServer.port}` })).not.toBeNull()
    expect(await send({}, { smtpUrl: `smtp://post:secret@0.0.0.0:${mailServer.port}` })).toBeNull()
  })
})
