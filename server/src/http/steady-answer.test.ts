import { expect, test } from 'vitest'
import { steadily } from './steady-answer.ts'

const fixedMs = 150

test.each([
  ['well', () => Promise.resolve('done'), 'done'],
  ['badly', () => Promise.reject(new Error('refused')), 'refused'],
])('what goes %s at once is answered no sooner than the rest', async (_, work, outcome) => {
  const startedAt = performance.now()
  const answer = await steadily(work()).catch((error: Error) => error.message)
  expect(answer).toBe(outcome)
  // A timer may fire a moment early.
  expect(performance.now() - startedAt).toBeGreaterThan(fixedMs - 5)
})
