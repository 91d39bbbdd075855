import { expect, test } from 'vitest'
import { explainSendError } from './explain-send-error.ts'

test.each(['nobody', 'certificate', 'a-helo-b', 'x-aborted', 'ehlo'])(
  'an unknown recipient %s@example.org is refused for ever, whatever words the address contains',
  name => {
    const response = `550 5.1.1 <${name}@example.org>: Recipient address rejected: User unknown`
    const error = Object.assign(new Error(`Can't send mail - all recipients were rejected: ${response}`), {
      code: 'EENVELOPE',
      command: 'RCPT TO',
      responseCode: 550,
      response,
    })
    expect(explainSendError(error)).toEqual({ isRefused: true, advice: null })
  },
)
