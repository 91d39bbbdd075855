import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addMs, hourMs } from '#platform/clock.ts'
import { outbox } from '#platform/database/schema.ts'
import { speakToMailServer } from '#platform/mail/speak-to-mail-server.ts'
import { type Oddity, OddMailServer } from '#testing/odd-mail-server.ts'
import { useTestApp } from '#testing/test-app.ts'
import { TestMailServer } from '#testing/test-mail-server.ts'
import { newAddress } from '#testing/test-user.ts'
import { checkMailServer } from './check-data.ts'
import { formatFinding } from './finding.ts'
import { runCommand } from './run-command.ts'

const app = useTestApp()
// The server's own worker would send or empty the emails.
beforeAll(() => app.services.workers.email.stop())

const settings = (smtpUrl?: string, smtpTls?: 'opportunistic') => ({
  ...app.services,
  config: {
    ...app.services.config,
    smtpUrl,
    smtpTls,
    ehloName: 'lights.example.org',
    mailFrom: 'hello@example.org',
  },
})

async function run(services: Parameters<typeof runCommand>[0], ...args: string[]) {
  const printed: string[] = []
  const outcome = await runCommand(services, { args, folder: '/' }, line => printed.push(line))
  return { ...outcome, printed }
}

async function check(services: Parameters<typeof checkMailServer>[0]): Promise<string[]> {
  const lines: string[] = []
  for await (const finding of checkMailServer(services)) lines.push(formatFinding(finding))
  return lines
}

async function mailServer(oddity: Oddity = {}) {
  const server = await OddMailServer.open(oddity)
  onTestFinished(() => server.close())
  return { server, where: server.url.replace('smtp://', '') }
}

describe('the command `mail test`', () => {
  test('sends an email at once, and prints the host, the protection and the words of the mail server', async () => {
    const { server, where } = await mailServer()
    expect(await run(settings(server.url), 'mail', 'test', ' Ana@Example.org ')).toEqual({
      exit: 0,
      printed: [
        `${where}, no TLS, greeted as lights.example.org`,
        'The mail server says: 250 2.0.0 Ok: queued as 4711',
      ],
    })
    expect(server.accepted).toEqual(['ana@example.org'])
    expect(server.lines[0]).toBe('EHLO lights.example.org')
    expect(await app.emailsTo('ana@example.org')).toEqual([])
  })

  test('prints the version of TLS, and sends a whole email from the configured sender', async () => {
    const server = await TestMailServer.open()
    onTestFinished(() => server.close())
    await server.close()
    Object.assign(server, { tls: 'starttls', login: { user: 'post', password: 'good' } })
    await server.reopen()
    const url = server.url.replace('//', '//post:good@')
    const { exit, printed } = await run(settings(url, 'opportunistic'), 'mail', 'test', 'ana@example.org')
    expect([exit, printed[0]]).toEqual([
      0,
      `127.0.0.1:${server.port}, TLSv1.3, greeted as lights.example.org`,
    ])
    const [mail] = await server.mailsTo('ana@example.org')
    expect(mail).toMatchObject({ sender: 'hello@example.org', subject: 'A test of Grouplight' })
    expect(await run(settings(url), 'mail', 'test', 'ana@example.org')).toMatchObject({
      exit: 1,
      refusal: expect.stringContaining('SMTP_TLS=opportunistic'),
    })
  })

  test.each<[string, Oddity, words: RegExp, refusal: RegExp]>([
    [
      'refuses the recipient',
      { RCPT: '550 5.1.1 No such user' },
      /says: 550 5\.1\.1 No such user$/,
      /the mail server refused it\.$/,
    ],
    [
      'refuses the name',
      { EHLO: '504 Bad name', HELO: '504 Bad name' },
      /says: 504 Bad name$/,
      /set EHLO_NAME/,
    ],
    [
      'wants the email later',
      { RCPT: '451 4.7.1 Greylisted, try again in 300 seconds' },
      /says: 451 4\.7\.1 Greylisted, try again in 300 seconds$/,
      /does not accept it now, but perhaps later\.$/,
    ],
    ['refuses the sender', { MAIL: '553 Not yours' }, /says: 553 Not yours$/, /see MAIL_FROM/],
    ['closes the connection', { greeting: 'close' }, /closed unexpectedly/, /host and the port in SMTP_URL/],
    ['tries to change the terminal', { RCPT: '550 \u001b[31mNo' }, /says: 550 \[31mNo$/, /refused/],
  ])('fails with the words of a mail server that %s', async (_, oddity, words, refusal) => {
    const { server } = await mailServer(oddity)
    const outcome = await run(settings(server.url), 'mail', 'test', 'ana@example.org')
    expect(outcome).toMatchObject({ exit: 1, refusal: expect.stringMatching(refusal) })
    expect(outcome.printed[1]).toMatch(words)
    expect(server.accepted).toEqual([])
  })

  test('is refused without a mail server, and for what is not an address', async () => {
    expect((await run(settings(), 'mail', 'test', 'ana@example.org')).refusal).toMatch(/^SMTP_URL is not set/)
    const { server } = await mailServer()
    expect((await run(settings(server.url), 'mail', 'test', 'ana')).refusal).toBe(
      '“ana” is not an email address.',
    )
  })
})

test.each<[string, Oddity]>([
  ['never ends its answer', { EHLO: 'trickle' }],
  ['sends no greeting', { greeting: 'silent' }],
  ['is silent after the email', { message: 'silent' }],
])('a mail server that %s does not keep the operator waiting', async (_, oddity) => {
  const { server, where } = await mailServer(oddity)
  const { config } = settings(server.url)
  const email = { to: 'ana@example.org', subject: 'A test', text: 'A test', html: 'A test' }
  const report = await speakToMailServer({ ...config, smtpUrl: server.url }, email, 300)
  expect(report).toEqual({
    ...{ host: where, tls: null },
    words: 'no complete answer in time',
    fault: expect.stringMatching(/is silent or ends the connection: see the host and the port in SMTP_URL$/),
  })
})

test('the command `doctor` greets the mail server and signs in, but sends no email', async () => {
  expect(await check(settings())).toEqual([])
  const { server, where } = await mailServer({ EHLO: '250-mail.example\r\n250 AUTH PLAIN' })
  const withLogin = settings(server.url.replace('//', '//post:good@'))
  expect(await check(withLogin)).toEqual([
    `ok     mail server   ${where}, no TLS, greeted as lights.example.org: “235 2.7.0 Welcome”`,
  ])
  server.oddity = { ...server.oddity, AUTH: '535 5.7.8 Wrong password' }
  expect(await check(withLogin)).toEqual([
    `WRONG  mail server   ${where}, no TLS, greeted as lights.example.org: “535 5.7.8 Wrong password”; the mail server refuses the login, or wants one: see the user and the password in SMTP_URL`,
  ])
  server.oddity = {}
  expect((await check(withLogin))[0]).toMatch(/^WRONG .*“no login is offered”; .*SMTP_URL$/)
  server.oddity = { EHLO: '250-mail.example\r\n250-8BITMIME\r\n250 HELP' }
  expect((await check(settings(server.url)))[0]).toMatch(/^ok .*“250-mail\.example 250-8BITMIME 250 HELP”$/)
  await server.close()
  expect((await check(settings(`smtp://${where}`)))[0]).toMatch(
    /^WRONG .*ECONNREFUSED.*see the host and the port in SMTP_URL$/,
  )
  expect(server.lines.filter(line => line.startsWith('MAIL'))).toEqual([])
})

test('the command `emails list` shows which emails wait or were given up, and why, but no content', async () => {
  const ana = await app.signUp('Ana')
  await app.database.delete(outbox)
  const now = app.clock.now()
  const email = {
    subject: 'Secret subject',
    text: 'Secret text',
    html: 'Secret',
    createdAt: now,
    attempts: 2,
  }
  const later = addMs(now, hourMs)
  const strangers = [1, 2, 3].map(() => newAddress()) as [string, string, string]
  await app.database.insert(outbox).values([
    {
      ...email,
      id: 'a',
      kind: 'new-browser',
      toAddress: ana.email,
      nextAttemptAt: later,
      lastError: '451 Busy',
    },
    {
      ...email,
      id: 'b',
      kind: 'invitation',
      toAddress: strangers[0],
      nextAttemptAt: now,
      failedAt: now,
      lastError: '550 No such user',
    },
    { ...email, id: 'c', kind: 'invitation', toAddress: strangers[1], nextAttemptAt: now, attempts: 0 },
    { ...email, id: 'd', kind: 'invitation', toAddress: strangers[2], nextAttemptAt: now, sentAt: now },
  ])
  const { exit, printed } = await run(app.services, 'emails', 'list')
  expect(exit).toBe(0)
  const at = (instant: Date) => instant.toISOString().slice(0, 16).replace('T', ' ')
  expect(printed.map(line => line.split(/ {2,}/))).toEqual([
    ['QUEUED', 'KIND', 'TO', 'USER', 'STATE', 'ATTEMPTS', 'NEXT', 'WHY'],
    [at(now), 'invitation', strangers[1], 'none', 'waiting', '0', at(now), 'not tried yet'],
    [at(now), 'invitation', strangers[0], 'none', 'given up', '2', 'none', '550 No such user'],
    [at(now), 'new-browser', ana.email, ana.userId, 'waiting', '2', at(later), '451 Busy'],
    ['2 waiting, 1 given up'],
  ])
  for (const search of [ana.email.toUpperCase(), ana.userId]) {
    const { printed } = await run(app.services, 'emails', 'list', '--search', search, '--json')
    expect(printed.map(line => JSON.parse(line))).toMatchObject([{ email: ana.email, userId: ana.userId }])
    expect(printed.join()).not.toMatch(/Secret/)
  }
})
