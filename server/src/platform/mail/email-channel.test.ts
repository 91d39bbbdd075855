import { eq } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { disableAccount, enableAccount } from '#features/account/disable-account.ts'
import { dayMs, minuteMs, secondMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { outbox } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { withEmailWorker } from '#testing/email-worker.ts'
import { useTestApp } from '#testing/test-app.ts'
import { TestMailServer } from '#testing/test-mail-server.ts'
import { newAddress } from '#testing/test-user.ts'
import { queueEmail } from './queue-email.ts'

const mailServer = await TestMailServer.open()
const login = { user: 'post', password: 'good' }
mailServer.login = login
const app = useTestApp({
  SMTP_URL: mailServer.url.replace('//', '//post:good@'),
  MAIL_FROM: 'Grouplight <hello@example.org>',
})

afterEach(() => {
  mailServer.failureFor = () => undefined
})
afterAll(() => mailServer.close())

async function queueSignUpEmail(): Promise<string> {
  const email = newAddress()
  await app.guest().ok(api.signUp, { body: { displayName: 'Ana', email, password: 'correct horse' } })
  return email
}

type Email = typeof outbox.$inferSelect

const emailTo = (email: string, fits: (sentEmail: Email) => boolean) =>
  vi.waitFor(async () => {
    const [sentEmail, ...more] = await app.emailsTo(email)
    expect(more).toEqual([])
    if (!sentEmail || !fits(sentEmail))
      throw new Error(`The email is ${JSON.stringify({ ...sentEmail, text: '…', html: '…' })}`)
    return sentEmail
  })

/** Refuses temporarily. The message of each refusal contains the number of attempts so far. */
const temporaryRefusal = (code: number, at: 'recipient' | 'content') => (recipient: string) => ({
  code,
  at,
  message: `Try again, that was ${mailServer.triedRecipients.filter(address => address === recipient).length}.`,
})
const putOff = (times: number) => (sentEmail: Email) =>
  sentEmail.lastError?.endsWith(`that was ${times}.`) ?? false
const sent = ({ sentAt }: Email) => sentAt !== null
const failedOnce = ({ attempts, lastError }: Email) => attempts === 1 && lastError !== null

async function advance(ms: number): Promise<void> {
  app.clock.advance(ms)
  await app.runMaintenance()
}

describe('an email', () => {
  test('is delivered once, to one recipient, and its text is then deleted', async () => {
    const email = await queueSignUpEmail()
    const [mail] = await mailServer.mailsTo(email)
    expect(mail).toMatchObject({
      sender: 'hello@example.org',
      recipients: [email],
      from: { name: 'Grouplight', address: 'hello@example.org' },
      to: [{ name: '', address: email }],
      subject: 'Verify your email for Grouplight',
    })
    expect(mail?.cc ?? mail?.bcc ?? mail?.replyTo).toBeUndefined()
    expect(mail?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    const sentEmail = await emailTo(email, sent)
    expect(sentEmail).toMatchObject({ text: '', html: '', attempts: 1, failedAt: null, lastError: null })
    expect(mail?.messageId).toBe(`<${sentEmail.id}@localhost>`)
    expect(Math.abs(Date.parse(mail?.date ?? '') - sentEmail.createdAt.getTime())).toBeLessThan(secondMs)

    await advance(dayMs)
    await mailServer.mailsTo(await queueSignUpEmail())
    await mailServer.mailsTo(email, 1)
  })

  test('is sent again with the same Message-ID if the connection was lost before the mail server confirmed the receipt', async () => {
    mailServer.failureFor = () => 'connection cut'
    const email = await queueSignUpEmail()
    const waiting = await emailTo(email, failedOnce)
    expect(waiting.text).toContain('oobCode=')
    mailServer.failureFor = () => undefined
    await advance(10 * secondMs)
    const [first, second] = await mailServer.mailsTo(email, 2)
    expect(second?.messageId).toBe(first?.messageId)
    expect(second?.text).toBe(first?.text)
    expect(await emailTo(email, sent)).toMatchObject({ attempts: 2, text: '', html: '' })
  })

  test('is sent again after longer and longer pauses while the mail server refuses it temporarily', async () => {
    mailServer.failureFor = temporaryRefusal(451, 'content')
    const email = await queueSignUpEmail()
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 8; attempt++) {
      const { nextAttemptAt } = await emailTo(email, putOff(attempt))
      const pause = nextAttemptAt.getTime() - app.clock.now().getTime()
      pauses.push(pause)
      if (attempt === 8) mailServer.failureFor = () => undefined
      await advance(pause)
    }
    await mailServer.mailsTo(email)
    expect(await emailTo(email, sent)).toMatchObject({ attempts: 9 })
    for (const [n, pause] of pauses.slice(1).entries()) expect(pause).toBeGreaterThan(pauses[n] ?? 0)
    expect(pauses.every(pause => pause > 0 && pause < 20 * minuteMs)).toBe(true)
  })

  test('is given up if its recipient or its content is refused permanently: the reason is stored, and the text is deleted', async () => {
    mailServer.failureFor = recipient =>
      recipient === refused[0] || recipient === refused[1]
        ? {
            code: 550,
            message: `No such user ${recipient}`,
            at: recipient === refused[0] ? 'recipient' : 'content',
          }
        : undefined
    const refused = [newAddress(), newAddress()]
    const body = { displayName: 'Ana', password: 'correct horse' }
    for (const email of refused) await app.guest().ok(api.signUp, { body: { ...body, email } })
    for (const email of refused) {
      const ended = await emailTo(email, ({ failedAt }) => failedAt !== null)
      expect(ended).toMatchObject({ attempts: 1, sentAt: null, text: '', html: '' })
      expect(ended.lastError).toContain('No such user')
    }
    const logged = app.logged.filter(line => line.includes('an email was given up'))
    expect(logged).toHaveLength(2)
    for (const email of refused) expect(app.logged.join()).not.toContain(email)

    mailServer.failureFor = () => undefined
    await advance(dayMs)
    await mailServer.mailsTo(await queueSignUpEmail())
    for (const email of refused) {
      await mailServer.mailsTo(email, 0)
      expect(mailServer.triedRecipients.filter(address => address === email)).toHaveLength(1)
    }
  })

  test('is given up if it has not been accepted for three days', async () => {
    mailServer.failureFor = temporaryRefusal(450, 'recipient')
    const email = await queueSignUpEmail()
    await emailTo(email, putOff(1))
    await advance(3 * dayMs - minuteMs)
    expect(await emailTo(email, putOff(2))).toMatchObject({ failedAt: null })
    await advance(20 * minuteMs)
    const ended = await emailTo(email, ({ failedAt }) => failedAt !== null)
    expect(putOff(3)(ended)).toBe(true)
    expect(ended.text).toBe('')
  })
})

describe('while the mail server is unreachable', () => {
  test('signing up works, and the emails are sent when the mail server is reachable again, even after a restart of the node', async () => {
    await mailServer.close()
    const [early, late] = [await queueSignUpEmail(), await queueSignUpEmail()]
    for (const email of [early, late]) {
      expect((await emailTo(email, failedOnce)).lastError).toContain('ECONNREFUSED')
    }
    await app.restart()
    await mailServer.reopen()
    await advance(10 * secondMs)
    const mails = [...(await mailServer.mailsTo(early)), ...(await mailServer.mailsTo(late))]
    for (const [n, email] of [early, late].entries()) {
      const sentEmail = await emailTo(email, sent)
      expect(mails[n]?.messageId).toBe(`<${sentEmail.id}@localhost>`)
      const code = mails[n]?.text?.match(/oobCode=([\w-]+)/)?.[1]
      await app.guest().verify(code ?? '')
    }
  })

  test('an email whose worker crashed is sent when its lease has ended', async () => {
    await mailServer.close()
    const email = await queueSignUpEmail()
    const { id } = await emailTo(email, failedOnce)
    // A killed process leaves this state: the email is leased for two minutes and not sent.
    const nextAttemptAt = new Date(app.clock.now().getTime() + 2 * minuteMs)
    await app.database.update(outbox).set({ attempts: 2, nextAttemptAt }).where(eq(outbox.id, id))
    await mailServer.reopen()
    await advance(minuteMs)
    await mailServer.mailsTo(await queueSignUpEmail())
    await mailServer.mailsTo(email, 0)
    await advance(minuteMs)
    await mailServer.mailsTo(email)
  })
})

describe('refusals of the mail server', () => {
  const waitsAfterRefusal = ({ attempts, lastError, failedAt }: Email) =>
    attempts > 0 && lastError !== null && failedAt === null
  const complaints = (setting: string) => app.logged.filter(line => line.includes(setting))

  /** Without a restart of the mail server, an open connection would stay logged in. */
  async function reopenWith(change: Partial<TestMailServer>): Promise<void> {
    await mailServer.close()
    Object.assign(mailServer, change)
    await mailServer.reopen()
  }

  test.each([
    ['the login (535)', { login: { ...login, password: 'changed' } }, '535', 'password in SMTP_URL'],
    [
      'the sender (553)',
      { senderFailure: { code: 553, message: 'Not your address' } },
      '553',
      'see MAIL_FROM',
    ],
    [
      'emails without a login (530)',
      { senderFailure: { code: 530, message: 'Log in first' } },
      '530',
      'password in SMTP_URL',
    ],
  ])(
    'while the mail server refuses %s, an email waits, the log names the settings, and the email is sent after a correction',
    async (_, change, code, setting) => {
      const before = complaints(setting).length
      await reopenWith(change)
      const email = await queueSignUpEmail()
      const waiting = await emailTo(email, waitsAfterRefusal)
      expect(waiting.lastError).toContain(code)
      expect(waiting.text).toContain('oobCode=')
      await advance(15 * minuteMs)
      await vi.waitFor(() => expect(complaints(setting).length - before).toBe(2))
      expect(await emailTo(email, waitsAfterRefusal)).toMatchObject({ attempts: 2 })

      await reopenWith({ login, senderFailure: undefined })
      await advance(15 * minuteMs)
      const [mail] = await mailServer.mailsTo(email)
      expect(mail?.messageId).toBe(`<${waiting.id}@localhost>`)
      expect(await emailTo(email, sent)).toMatchObject({ failedAt: null })
    },
  )
})

test('an invitation of a disabled user waits until the user is enabled, and is deleted after 30 days', async () => {
  mailServer.failureFor = () => ({ code: 451, message: 'Later', at: 'recipient' })
  const ana = await app.signUp('Ana')
  const { id: groupId } = await app.groupOf(ana)
  const emails = ['first', 'second'].map(name => `${name}-${newId().toLowerCase()}@example.org`)
  const [first = '', second = ''] = emails
  await ana.invite(groupId, first)
  await emailTo(first, failedOnce)
  await disableAccount(app.services, ana)
  mailServer.failureFor = () => undefined
  await advance(minuteMs)
  // The email to another address shows that the worker has had a run.
  await mailServer.mailsTo(await queueSignUpEmail())
  expect(await emailTo(first, failedOnce)).toMatchObject({ attempts: 1, sentAt: null })
  await enableAccount(app.services, ana)
  await mailServer.mailsTo(first)

  await ana.signIn()
  mailServer.failureFor = () => ({ code: 451, message: 'Later', at: 'recipient' })
  await ana.invite(groupId, second)
  await emailTo(second, failedOnce)
  await disableAccount(app.services, ana)
  await advance(31 * dayMs)
  await vi.waitFor(async () => expect(await app.emailsTo(second)).toEqual([]))
})

test('an email that is queued while the email worker is finishing a run is sent without waiting for the next pause to end', async () => {
  let delivered = () => {}
  const services = await withEmailWorker(app, { send: async () => delivered(), close: () => {} })
  for (let n = 0; n < 100; n++) {
    const delivery = new Promise<void>(resolve => {
      delivered = resolve
    })
    const sentEmail = { kind: 'test', to: 'ana@example.org', subject: 'Hello', text: 'Hello', html: 'Hello' }
    await commit(services, transaction => queueEmail(transaction, sentEmail, app.clock.now()))
    await delivery
  }
})

test('emails that the mail server never accepts delay neither the invitations of other users nor emails to other domains', async () => {
  const sent: string[] = []
  const stuck: (() => void)[] = []
  const services = await withEmailWorker(app, {
    send: async ({ to }) =>
      to.includes('stuck') ? new Promise<void>(resolve => stuck.push(resolve)) : void sent.push(to),
    close: () => {},
  })
  const queue = (emails: { to: string; inviterId?: string }[]) =>
    commit(services, async transaction => {
      for (const email of emails)
        await queueEmail(
          transaction,
          { kind: 'test', subject: 'Hello', text: 'Hello', html: 'Hello', ...email },
          app.clock.now(),
        )
    })
  const many = Array.from({ length: 20 }, (_, n) => n)
  await queue(many.map(n => ({ to: `stuck${n}@example.org`, inviterId: 'ana' })))
  await queue(many.map(n => ({ to: `${n}@stuck.example` })))
  await vi.waitFor(() => expect(stuck.length).toBeGreaterThan(0))
  await queue([{ to: 'guest@example.org', inviterId: 'ben' }, { to: 'cyd@example.org' }])
  await vi.waitFor(() => expect(sent.toSorted()).toEqual(['cyd@example.org', 'guest@example.org']))
  expect(stuck).toHaveLength(3)
  await app.database.delete(outbox)
  for (const end of stuck) end()
})
