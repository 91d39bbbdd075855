import { describe, expect, test } from 'vitest'
import { commit } from '#platform/database/commit.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress } from '#testing/test-user.ts'
import { queueEmail } from './queue-email.ts'

const app = useTestApp()

const emailTo = (to: string, subject = 'Hello') => ({
  kind: 'test',
  to,
  subject,
  text: 'Hello',
  html: '<p>Hello</p>',
})

describe('the outbox', () => {
  test('stores a subject as one line, even if it contains line breaks and control characters', async () => {
    const to = newAddress()
    const subject = 'Hello\r\nBcc: eve@example.org\r\n\r\nand\u0000more\u2028of\u2029it\u0085!'
    await commit(app.services, transaction => queueEmail(transaction, emailTo(to, subject), app.clock.now()))
    const [email] = await app.emailsTo(to)
    expect(email?.subject).toBe('Hello Bcc: eve@example.org and more of it !')
  })

  test('contains no email of a transaction that failed', async () => {
    const to = newAddress()
    const failing = commit(app.services, async transaction => {
      await queueEmail(transaction, emailTo(to), app.clock.now())
      throw new Error('the transaction fails')
    })
    await expect(failing).rejects.toThrow('the transaction fails')
    await app.runMaintenance()
    expect(await app.emailsTo(to)).toEqual([])
  })
})
