import { signUp } from '@grouplight/contract/account.ts'
import { inviteMembers } from '@grouplight/contract/invitation.ts'
import { eq } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { dayMs, minuteMs, secondMs } from '#clock.ts'
import { letters } from '#database/schema.ts'
import { newId } from '#new-id.ts'
import { PostOffice } from '#testing/post-office.ts'
import { useTestApp } from '#testing/test-app.ts'
import { Courier } from './email-worker.ts'
import { queueLetter } from './outbox.ts'

const office = await PostOffice.open()
const login = { user: 'post', password: 'good' }
office.login = login
const app = useTestApp({
  SMTP_URL: office.url.replace('//', '//post:good@'),
  MAIL_FROM: 'Grouplight <hello@example.org>',
})

afterEach(() => {
  office.mishap = () => undefined
})
afterAll(() => office.close())

/** Causes one letter, and answers the address it goes to. */
async function writeToSomebody(): Promise<string> {
  const email = `${newId().toLowerCase()}@example.org`
  await app.guest().ok(signUp, { body: { displayName: 'Ana', email, password: 'correct horse' } })
  return email
}

type Letter = typeof letters.$inferSelect

/** The one letter to somebody, once it is as expected. */
const letterTo = (email: string, fits: (letter: Letter) => boolean) =>
  vi.waitFor(async () => {
    const [letter, ...more] = await app.lettersTo(email)
    expect(more).toEqual([])
    if (!letter || !fits(letter))
      throw new Error(`The letter is ${JSON.stringify({ ...letter, text: '…', html: '…' })}`)
    return letter
  }, 10_000)

/** The mail server puts everybody off, and counts. */
const later = (code: number, at: 'recipient' | 'content') => (recipient: string) => ({
  code,
  at,
  says: `Try again, that was ${office.tries.filter(address => address === recipient).length}.`,
})
const putOff = (times: number) => (letter: Letter) =>
  letter.lastError?.endsWith(`that was ${times}.`) ?? false
const sent = ({ sentAt }: Letter) => sentAt !== null
const failedOnce = ({ attempts, lastError }: Letter) => attempts === 1 && lastError !== null

/** Lets so much time pass, and the courier look again. */
async function after(ms: number): Promise<void> {
  app.clock.advance(ms)
  await app.sweep()
}

describe('a letter', () => {
  test('is delivered once, to one recipient, and its text is not kept', async () => {
    const email = await writeToSomebody()
    const [mail] = await office.mailsTo(email)
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
    const letter = await letterTo(email, sent)
    expect(letter).toMatchObject({ text: '', html: '', attempts: 1, failedAt: null, lastError: null })
    expect(mail?.messageId).toBe(`<${letter.id}@localhost>`)
    expect(Math.abs(Date.parse(mail?.date ?? '') - letter.createdAt.getTime())).toBeLessThan(secondMs)

    await after(dayMs)
    await office.mailsTo(await writeToSomebody())
    await office.mailsTo(email, 1)
  })

  test('that was taken but not confirmed goes again under the same Message-ID', async () => {
    office.mishap = () => 'line cut'
    const email = await writeToSomebody()
    const waiting = await letterTo(email, failedOnce)
    expect(waiting.text).toContain('oobCode=')
    office.mishap = () => undefined
    await after(10 * secondMs)
    const [first, second] = await office.mailsTo(email, 2)
    expect(second?.messageId).toBe(first?.messageId)
    expect(second?.text).toBe(first?.text)
    expect(await letterTo(email, sent)).toMatchObject({ attempts: 2, text: '', html: '' })
  })

  test('is tried again with growing pauses while the mail server says "later"', async () => {
    office.mishap = later(451, 'content')
    const email = await writeToSomebody()
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 8; attempt++) {
      const { nextAttemptAt } = await letterTo(email, putOff(attempt))
      const pause = nextAttemptAt.getTime() - app.clock.now().getTime()
      pauses.push(pause)
      if (attempt === 8) office.mishap = () => undefined
      await after(pause)
    }
    await office.mailsTo(email)
    expect(await letterTo(email, sent)).toMatchObject({ attempts: 9 })
    for (const [n, pause] of pauses.slice(1).entries()) expect(pause).toBeGreaterThan(pauses[n] ?? 0)
    expect(pauses.every(pause => pause > 0 && pause < 20 * minuteMs)).toBe(true)
  })

  test('that is refused for good ends, with the reason and without its text', async () => {
    office.mishap = recipient =>
      recipient === refused[0] || recipient === refused[1]
        ? {
            code: 550,
            says: `No such user ${recipient}`,
            at: recipient === refused[0] ? 'recipient' : 'content',
          }
        : undefined
    const refused = [`${newId().toLowerCase()}@example.org`, `${newId().toLowerCase()}@example.org`]
    const body = { displayName: 'Ana', password: 'correct horse' }
    for (const email of refused) await app.guest().ok(signUp, { body: { ...body, email } })
    for (const email of refused) {
      const ended = await letterTo(email, ({ failedAt }) => failedAt !== null)
      expect(ended).toMatchObject({ attempts: 1, sentAt: null, text: '', html: '' })
      expect(ended.lastError).toContain('No such user')
    }
    const logged = app.logged.filter(line => line.includes('a letter was given up'))
    expect(logged).toHaveLength(2)
    for (const email of refused) expect(app.logged.join()).not.toContain(email)

    office.mishap = () => undefined
    await after(dayMs)
    await office.mailsTo(await writeToSomebody())
    for (const email of refused) {
      await office.mailsTo(email, 0)
      expect(office.tries.filter(address => address === email)).toHaveLength(1)
    }
  })

  test('that nobody takes for three days ends too', async () => {
    office.mishap = later(450, 'recipient')
    const email = await writeToSomebody()
    await letterTo(email, putOff(1))
    await after(3 * dayMs - minuteMs)
    expect(await letterTo(email, putOff(2))).toMatchObject({ failedAt: null })
    await after(20 * minuteMs)
    const ended = await letterTo(email, ({ failedAt }) => failedAt !== null)
    expect(putOff(3)(ended)).toBe(true)
    expect(ended.text).toBe('')
  })

  test('is not held up by others that cannot be delivered', async () => {
    const refused = new Set<string>()
    office.mishap = recipient =>
      refused.has(recipient) ? { code: 451, says: 'Later', at: 'recipient' } : undefined
    for (let n = 0; n < 3; n++) {
      const email = `${newId().toLowerCase()}@example.org`
      refused.add(email)
      await app.guest().ok(signUp, { body: { displayName: 'Ana', email, password: 'correct horse' } })
    }
    await office.mailsTo(await writeToSomebody())
  })
})

describe('while the mail server is away', () => {
  test('signing up works, and the letters go out when it is back, also after a restart', async () => {
    await office.close()
    const [early, late] = [await writeToSomebody(), await writeToSomebody()]
    for (const email of [early, late]) {
      expect((await letterTo(email, failedOnce)).lastError).toContain('ECONNREFUSED')
    }
    await app.restart()
    await office.reopen()
    await after(10 * secondMs)
    const mails = [...(await office.mailsTo(early)), ...(await office.mailsTo(late))]
    for (const [n, email] of [early, late].entries()) {
      const letter = await letterTo(email, sent)
      expect(mails[n]?.messageId).toBe(`<${letter.id}@localhost>`)
      const code = mails[n]?.text?.match(/oobCode=([\w-]+)/)?.[1]
      await app.guest().verify(code ?? '')
    }
  })

  test('a letter that a crash left half sent is taken up again when its time is over', async () => {
    await office.close()
    const email = await writeToSomebody()
    const { id } = await letterTo(email, failedOnce)
    // As a process that was killed leaves it: taken, for two minutes, and nothing heard of it.
    const nextAttemptAt = new Date(app.clock.now().getTime() + 2 * minuteMs)
    await app.database.update(letters).set({ attempts: 2, nextAttemptAt }).where(eq(letters.id, id))
    await office.reopen()
    await after(minuteMs)
    await office.mailsTo(await writeToSomebody())
    await office.mailsTo(email, 0)
    await after(minuteMs)
    await office.mailsTo(email)
  })
})

describe('while the mail server refuses us, whoever the letter is for,', () => {
  const refusesUs = ({ attempts, lastError, failedAt }: Letter) =>
    attempts > 0 && lastError !== null && failedAt === null
  const complaints = () => app.logged.filter(line => line.includes('see SMTP_URL and MAIL_FROM'))

  /** A connection that is logged in stays so: the mail server begins anew. */
  async function reopenWith(change: Partial<PostOffice>): Promise<void> {
    await office.close()
    Object.assign(office, change)
    await office.reopen()
  }

  test.each([
    ['its login (535)', { login: { ...login, password: 'changed' } }, '535'],
    ['its sender (553)', { senderMishap: { code: 553, says: 'Not your address' } }, '553'],
    ['who is not logged in (530)', { senderMishap: { code: 530, says: 'Log in first' } }, '530'],
  ])(
    'no letter ends, the log names the settings, and all go out once it is mended: %s',
    async (_, change, code) => {
      const before = complaints().length
      await reopenWith(change)
      const email = await writeToSomebody()
      const waiting = await letterTo(email, refusesUs)
      expect(waiting.lastError).toContain(code)
      expect(waiting.text).toContain('oobCode=')
      await after(15 * minuteMs)
      await vi.waitFor(() => expect(complaints().length - before).toBe(2), 10_000)
      expect(await letterTo(email, refusesUs)).toMatchObject({ attempts: 2 })

      await reopenWith({ login, senderMishap: undefined })
      await after(15 * minuteMs)
      const [mail] = await office.mailsTo(email)
      expect(mail?.messageId).toBe(`<${waiting.id}@localhost>`)
      expect(await letterTo(email, sent)).toMatchObject({ failedAt: null })
    },
  )
})

test('inviting works while the mail server is away, and the letter goes out when it is back', async () => {
  await office.close()
  const ana = await app.signUp('Ana')
  const { id: groupId } = await app.groupOf(ana)
  const email = `${newId().toLowerCase()}@example.org`
  await ana.ok(inviteMembers, { params: { groupId }, body: { emails: [email] } })
  const { id } = await letterTo(email, failedOnce)
  await office.reopen()
  await after(10 * secondMs)
  const [mail] = await office.mailsTo(email)
  expect(mail?.messageId).toBe(`<${id}@localhost>`)
})

test('a letter that is queued while the courier goes to rest is not overlooked', {
  timeout: 15_000,
}, async () => {
  let delivered = () => {}
  const courier = new Courier({
    database: app.database,
    clock: app.clock,
    log: pino({ level: 'silent' }),
    transport: { send: async () => delivered(), close: () => {} },
    domain: 'example.org',
  })
  for (let n = 0; n < 300; n++) {
    const delivery = new Promise<void>(resolve => {
      delivered = resolve
    })
    const letter = { to: 'ana@example.org', subject: 'Hello', text: 'Hello', html: 'Hello' }
    await app.database.transaction(transaction => queueLetter(transaction, letter, app.clock.now()))
    courier.wake()
    await delivery
  }
  await courier.stop()
})
