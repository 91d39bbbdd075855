import { eq } from 'drizzle-orm'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { minuteMs, secondMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { outbox } from '#platform/database/schema.ts'
import { queueEmail } from '#platform/mail/queue-email.ts'
import { createTransport } from '#platform/mail/transport.ts'
import { newId } from '#platform/tokens.ts'
import { withEmailWorker } from '#testing/email-worker.ts'
import { type Oddity, OddMailServer } from '#testing/odd-mail-server.ts'
import { useOwnTestApp } from '#testing/test-app.ts'

const app = useOwnTestApp()

// Much shorter than usual, but long enough for the answers of a server on this machine.
const limits = { connectionTimeout: 3_000, greetingTimeout: 2_000, socketTimeout: 2_000, sendingMs: 4_000 }

const only = (step: 'RCPT' | 'message', answer: string): Oddity => ({
  [step]: (line: string) => (line.includes('odd') ? answer : '250 2.1.5 Ok'),
})
const name = /set EHLO_NAME to a name of this server/
const login = /see the user and the password in SMTP_URL/
const unreachable = /see the host and the port in SMTP_URL/
const long = Array.from({ length: 3_000 }, (_, n) => `451-${n} Busy \u001b[31m`).join('\r\n')

type Case = [
  what: string,
  oddity: Oddity,
  outcome: 'waits' | 'is given up',
  log: RegExp,
  settings?: { login?: boolean; to?: string },
]

const cases: Case[] = [
  [
    'refuses the name of this server (504)',
    { EHLO: '504 5.5.2 Need a name', HELO: '504 5.5.2 Need a name' },
    'waits',
    name,
  ],
  [
    'refuses the name of this server only at the recipient, as Postfix does',
    only('RCPT', '504 5.5.2 <[127.0.0.1]>: Helo command rejected: need fully-qualified hostname'),
    'waits',
    name,
  ],
  [
    'does not know a recipient whose address contains the word helo',
    only('RCPT', '550 5.1.1 <helo@example.org>: no such user'),
    'is given up',
    /an email was given up"/,
  ],
  ['does greylisting', only('RCPT', '451 4.7.1 Greylisted, try again'), 'waits', /will be tried again"/],
  ['refuses the recipient', only('RCPT', '550 5.1.1 No such user'), 'is given up', /an email was given up"/],
  [
    'refuses this server in the greeting',
    { greeting: '554 5.7.1 No service' },
    'waits',
    /see SMTP_URL and MAIL_FROM/,
  ],
  ['refuses the sender', { MAIL: '553 5.7.1 Not yours' }, 'waits', /see MAIL_FROM/],
  ['wants a login', { MAIL: '530 5.7.0 Authentication required' }, 'waits', login],
  [
    'refuses the login',
    { EHLO: '250-mail.example\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 Wrong password' },
    'waits',
    login,
    { login: true },
  ],
  ['closes the connection before the greeting', { greeting: 'close' }, 'waits', unreachable],
  ['closes the connection after the email', only('message', 'close'), 'waits', unreachable],
  ['sends no greeting', { greeting: 'silent' }, 'waits', unreachable],
  ['falls silent after the email', only('message', 'silent'), 'waits', unreachable],
  ['sends an answer that never ends', { EHLO: 'trickle' }, 'waits', /SMTP_URL/],
  ['offers STARTTLS, but refuses it', { EHLO: '250-mail.example\r\n250 STARTTLS' }, 'waits', /SMTP_TLS/],
  [
    'offers STARTTLS, but then speaks no TLS',
    { EHLO: '250-mail.example\r\n250 STARTTLS', STARTTLS: '220 Go\r\nno TLS at all\r\n' },
    'waits',
    /SMTP_TLS=off/,
  ],
  ['answers with thousands of lines', { MAIL: `${long}\r\n451 Busy` }, 'waits', /will be tried again"/],
  [
    'answers with a very long line',
    only('RCPT', `550 ${'x'.repeat(200_000)}`),
    'is given up',
    /an email was given up"/,
  ],
  [
    'answers with what PostgreSQL cannot store',
    only('RCPT', '550 No\u0000\ud800 such user'),
    'is given up',
    /given up"/,
  ],
  ['speaks another protocol', { greeting: 'HTTP/1.1 400 Bad Request\r\n' }, 'waits', /SMTP_URL/],
  [
    'does not know SMTPUTF8',
    { RCPT: line => (/[^\x20-\x7e]/.test(line) ? '553 5.6.7 SMTPUTF8 is needed' : '250 Ok') },
    'is given up',
    /an email was given up"/,
    { to: 'odd.jürgen@example.org' },
  ],
]

test.each(cases)(
  'while the mail server %s, an email waits or is given up, the log says what to do, and other emails are sent',
  async (_, oddity, outcome, log, settings = {}) => {
    await app.database.delete(outbox)
    const server = await OddMailServer.open(oddity)
    onTestFinished(() => server.close())
    const lines: string[] = []
    const url = settings.login ? server.url.replace('//', '//post:good@') : server.url
    const transport = await createTransport(
      {
        smtpUrl: url,
        smtpTls: undefined,
        ehloName: 'lights.example.org',
        mailFrom: 'hello@example.org',
        appName: 'Grouplight',
      },
      limits,
    )
    const services = await withEmailWorker(app, transport, {
      domain: 'lights.example.org',
      log: pino({ level: 'info' }, { write: line => lines.push(line) }),
    })
    const queue = async (to: string) => {
      const email = { kind: 'test', to, subject: 'Hello', text: 'Hello', html: 'Hello' }
      await commit(services, transaction => queueEmail(transaction, email, app.clock.now()))
    }
    const stored = async (to: string) =>
      (await app.database.select().from(outbox).where(eq(outbox.toAddress, to)))[0]
    const to = (settings.to ?? 'odd@example.org').replace('@', `.${newId().toLowerCase()}@`)
    await queue(to)
    await vi.waitFor(async () => expect(await stored(to)).toMatchObject({ lastError: expect.any(String) }))
    const failed = await stored(to)
    expect(failed).toMatchObject({
      attempts: 1,
      sentAt: null,
      failedAt: outcome === 'waits' ? null : expect.any(Date),
      text: outcome === 'waits' ? 'Hello' : '',
    })
    expect(failed?.lastError?.length).toBeLessThanOrEqual(500)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(log)
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ kind: 'test', domain: 'example.org', attempt: 1 })
    expect(server.lines[0] ?? 'EHLO lights.example.org').toBe('EHLO lights.example.org')

    // Where only one recipient was the reason, the others get their emails before that.
    const other = `ben.${newId().toLowerCase()}@example.org`
    if (Object.values(oddity).every(answer => typeof answer === 'function')) {
      await queue(other)
      await vi.waitFor(async () => {
        // The email is tried again if it used a connection that the server was closing.
        if ((await stored(other))?.lastError) app.clock.advance(10 * secondMs)
        services.workers.email.wake()
        expect(server.accepted).toEqual([other])
      })
    }
    server.oddity = settings.login ? { EHLO: '250-mail.example\r\n250 AUTH PLAIN' } : {}
    app.clock.advance(15 * minuteMs)
    if (!server.accepted.includes(other)) await queue(other)
    services.workers.email.wake()
    const expected = outcome === 'waits' ? [other, to] : [other]
    await vi.waitFor(() => expect(server.accepted.toSorted()).toEqual(expected.toSorted()))
  },
)
