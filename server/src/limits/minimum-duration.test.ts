import { setTimeout as wait } from 'node:timers/promises'
import { signUp } from '@grouplight/contract/account.ts'
import { functionsPath } from '@grouplight/contract/callable.ts'
import { expect, test } from 'vitest'
import { useTestApp } from '#testing/test-app.ts'
import { withMinimumDuration } from './minimum-duration.ts'

const app = useTestApp()
const fixedMs = 150

test.each([
  ['well', () => Promise.resolve('done'), 'done'],
  ['badly', () => Promise.reject(new Error('refused')), 'refused'],
])('what goes %s at once is answered no sooner than the rest', async (_, work, outcome) => {
  const startedAt = performance.now()
  const answer = await withMinimumDuration(work()).catch((error: Error) => error.message)
  expect(answer).toBe(outcome)
  // A timer may fire a moment early.
  expect(performance.now() - startedAt).toBeGreaterThan(fixedMs - 5)
})

test('a guest cannot tell by the time whether an address has an account', async () => {
  const guest = app.guest()
  const email = 'nobody@example.org'
  const answers = {
    resend: guest.request('POST', `${functionsPath}/sendVerificationEmail`, { email }),
    'resend to no address': guest.request('POST', `${functionsPath}/sendVerificationEmail`, { email: '' }),
    reset: guest.request('POST', `${functionsPath}/sendCustomPasswordReset`, { data: { email } }),
    'sign-up': guest.call(signUp, { body: { displayName: 'Ana', email, password: 'correct horse' } }),
    'two thirds of the fixed time': wait((fixedMs * 2) / 3),
  }
  const first = await Promise.race(Object.entries(answers).map(([name, answer]) => answer.then(() => name)))
  expect(first).toBe('two thirds of the fixed time')
  await Promise.all(Object.values(answers))
})
