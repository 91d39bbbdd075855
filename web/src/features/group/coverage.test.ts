import { expect, test } from 'vitest'
import { coverageOf } from './coverage.ts'

test('a group without a needed number has no coverage', () => {
  expect(coverageOf({ availableCount: 3 })).toBeNull()
})

test.each([
  [0, 'nobody'],
  [1, 'tooFew'],
  [3, 'tooFew'],
  [4, 'enough'],
  [5, 'enough'],
])('if 4 members are needed and %i are Available, the level is: %s', (availableCount, level) => {
  expect(coverageOf({ needed: 4, availableCount })).toEqual({ level, covered: availableCount, needed: 4 })
})

test('members with an open question do not count for the needed number', () => {
  expect(coverageOf({ needed: 2, availableCount: 2, unconfirmedCount: 1 })).toMatchObject({
    level: 'tooFew',
    covered: 1,
  })
  expect(coverageOf({ needed: 2, availableCount: 2, unconfirmedCount: 2 })).toMatchObject({
    level: 'nobodyConfirmed',
  })
})
