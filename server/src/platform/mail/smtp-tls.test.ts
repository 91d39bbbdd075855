import { afterAll, expect, test } from 'vitest'
import type { SmtpTls } from '#platform/config/mail-settings.ts'
import { TestMailServer } from '#testing/test-mail-server.ts'
import { explainSendError } from './explain-send-error.ts'
import { createTransport } from './transport.ts'

const mailServer = await TestMailServer.open()
afterAll(() => mailServer.close())

// 0.0.0.0 is another address of this machine that does not count as local.
const [here, elsewhere] = ['127.0.0.1', '0.0.0.0']
const untrusted = /set SMTP_TLS=opportunistic/
const noTls = /see SMTP_URL and SMTP_TLS/

type Case = [
  host: string,
  login: '' | 'post:good@',
  offered: TestMailServer['tls'],
  smtpTls: SmtpTls | undefined,
  outcome: 'secure' | 'readable' | RegExp,
]

const cases: Case[] = [
  [here, '', 'starttls', undefined, 'secure'],
  [here, '', 'from the start', undefined, 'secure'],
  [here, '', 'none', undefined, 'readable'],
  [here, 'post:good@', 'starttls', undefined, untrusted],
  [here, 'post:good@', 'from the start', undefined, untrusted],
  [here, 'post:good@', 'starttls', 'opportunistic', 'secure'],
  [here, 'post:good@', 'from the start', 'opportunistic', 'secure'],
  [here, 'post:good@', 'starttls', 'off', 'readable'],
  [here, 'post:good@', 'none', undefined, 'readable'],
  [here, '', 'starttls', 'required', untrusted],
  [here, '', 'none', 'required', noTls],
  [here, '', 'starttls', 'off', 'readable'],
  [elsewhere, '', 'starttls', undefined, untrusted],
  [elsewhere, '', 'from the start', undefined, untrusted],
  [elsewhere, '', 'starttls', 'opportunistic', 'secure'],
  [elsewhere, '', 'starttls', 'off', 'readable'],
  [elsewhere, '', 'none', undefined, 'readable'],
  [elsewhere, 'post:good@', 'starttls', 'opportunistic', 'secure'],
  [elsewhere, 'post:good@', 'none', 'opportunistic', noTls],
  [elsewhere, 'post:good@', 'none', undefined, noTls],
]

test.each(cases)(
  'to a mail server at %s with the login %j, a self-signed certificate and TLS %s, SMTP_TLS=%s sends: %s',
  async (host, login, tls, smtpTls, outcome) => {
    await mailServer.close()
    Object.assign(mailServer, { tls, login: login ? { user: 'post', password: 'good' } : undefined })
    mailServer.wasSecure.length = 0
    await mailServer.reopen()
    const protocol = tls === 'from the start' ? 'smtps' : 'smtp'
    const transport = await createTransport({
      smtpUrl: `${protocol}://${login}${host}:${mailServer.port}`,
      smtpTls,
      ehloName: 'lights.example.org',
      mailFrom: 'hello@example.org',
      appName: 'Grouplight',
    })
    const mail = { to: 'ana@example.org', subject: 'Hello', text: 'Hello', html: 'Hello', date: new Date() }
    const error = await transport?.send({ ...mail, messageId: '<1@example.org>' }).then(
      () => null,
      failure => failure,
    )
    transport?.close()
    if (outcome instanceof RegExp) expect(explainSendError(error).advice).toMatch(outcome)
    else expect(error).toBeNull()
    expect(mailServer.wasSecure).toEqual(outcome instanceof RegExp ? [] : [outcome === 'secure'])
  },
)

test('a mail server that begins without TLS is not reached by smtps://, and the log says which address to write', async () => {
  await mailServer.close()
  Object.assign(mailServer, { tls: 'none', login: undefined })
  await mailServer.reopen()
  const transport = await createTransport({
    smtpUrl: mailServer.url.replace('smtp:', 'smtps:'),
    smtpTls: undefined,
    ehloName: 'lights.example.org',
    mailFrom: 'hello@example.org',
    appName: 'Grouplight',
  })
  const mail = { to: 'ana@example.org', subject: 'Hello', text: 'Hello', html: 'Hello', date: new Date() }
  const error = await transport?.send({ ...mail, messageId: '<1@example.org>' }).catch(failure => failure)
  transport?.close()
  expect(explainSendError(error).advice).toMatch(/write smtp:\/\/ in SMTP_URL/)
})
