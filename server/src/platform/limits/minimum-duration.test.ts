import { setTimeout as wait } from 'node:timers/promises'
import { functionsPath } from '@grouplight/contract/callable.ts'
import { expect, test } from 'vitest'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { withMinimumDuration } from './minimum-duration.ts'

const app = useTestApp()
const minimumMs = 150

test.each([
  ['succeeds', () => Promise.resolve('done'), 'done'],
  ['fails', () => Promise.reject(new Error('refused')), 'refused'],
])('work that %s immediately takes at least the minimum duration', async (_, work, outcome) => {
  const startedAt = performance.now()
  const answer = await withMinimumDuration(work()).catch((error: Error) => error.message)
  expect(answer).toBe(outcome)
  // A timer may fire slightly too early.
  expect(performance.now() - startedAt).toBeGreaterThan(minimumMs - 5)
})

test('without a session, signing up and requesting an email take at least two thirds of the minimum duration', async () => {
  const guest = app.guest()
  const email = 'nobody@example.org'
  const answers = {
    resend: guest.request('POST', `${functionsPath}/sendVerificationEmail`, { email }),
    'resend to no address': guest.request('POST', `${functionsPath}/sendVerificationEmail`, { email: '' }),
    reset: guest.request('POST', `${functionsPath}/sendCustomPasswordReset`, { data: { email } }),
    'sign-up': guest.call(api.signUp, { body: { displayName: 'Ana', email, password: 'correct horse' } }),
    'two thirds of the minimum duration': wait((minimumMs * 2) / 3),
  }
  const first = await Promise.race(Object.entries(answers).map(([name, answer]) => answer.then(() => name)))
  expect(first).toBe('two thirds of the minimum duration')
  await Promise.all(Object.values(answers))
})
