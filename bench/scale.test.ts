import { expect, test } from 'vitest'
import { renewedPage, siteOf, wallsInOrder } from './scale.ts'

test('a site ten times as large has ten times the toggles, messages and nodes', () => {
  const [small, large] = [siteOf(1e6), siteOf(1e7)]
  for (const figure of ['toggles', 'deliveries', 'nodes', 'databaseCores', 'logMBs'] as const)
    expect(large[figure] / small[figure]).toBeCloseTo(10)
})

test('every wall is met by some size of a site', () => {
  for (const { users } of wallsInOrder()) expect(users).toBeLessThan(1e12)
})

test('the tables of docs/measured.md are those that the script computes', () => {
  const { before, after } = renewedPage()
  expect(before).toBe(after)
})
