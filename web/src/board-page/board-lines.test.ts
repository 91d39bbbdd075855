import type { BoardContent } from '@grouplight/contract/board.ts'
import { expect, test } from 'vitest'
import { callLine, coverageLine, nameLines, sizeFor, summaryLine } from './board-lines.ts'

const counts = { group: 'Choir', available: 3, unconfirmed: 0, members: 6, names: [], asOf: '' }
const lineOf = (more: Partial<BoardContent>) =>
  coverageLine({ ...counts, needed: 4, coverage: 'short', ...more })?.text

test('the text says whether enough members are available, as the server has decided', () => {
  expect(lineOf({ coverage: 'enough', available: 5 })).toBe('Enough · 4 needed')
  expect(lineOf({})).toBe('Too few · 4 needed')
  expect(lineOf({ available: 0 })).toBe('Nobody · 4 needed')
  expect(lineOf({ needed: null, coverage: null })).toBeUndefined()
})

test('the summary says how many members are available, and how many of the others are not confirmed', () => {
  const content = { ...counts, needed: 4, coverage: 'short' } as const
  expect(summaryLine(content)).toBe('3 of 6 available')
  expect(summaryLine({ ...content, available: 2, unconfirmed: 1 })).toBe('2 of 6 available, 1 not confirmed')
})

test('the board says what is asked last, who asks if that may be shown, and how many other questions are open', () => {
  const content = { ...counts, needed: null, coverage: null }
  const call = { text: 'Fire drill', needed: 2, count: 1 }
  expect(callLine(content)).toBe('')
  expect(callLine({ ...content, calls: [{ ...call, asker: 'Ana' }] })).toBe(
    '\u2068Ana\u2069 asks: \u2068Fire drill\u2069 · 1\u00a0of\u00a02',
  )
  expect(callLine({ ...content, calls: [{ ...call, needed: null }, call] })).toBe(
    'Question: \u2068Fire drill\u2069 · 1\u00a0can · \u2068+1\u2069',
  )
})

test('the board shows at most 24 names, and then the number of the other names', () => {
  const names = Array.from({ length: 27 }, (_, at) => `Member ${at}`)
  expect(nameLines(names.slice(0, 24))).toEqual(names.slice(0, 24))
  expect(nameLines(names).slice(-2)).toEqual(['Member 23', '+ 3 more'])
})

test('the value for the size of the lamps increases above 12, 30 and 80 lamps', () => {
  expect([1, 12, 13, 80, 81].map(count => sizeFor(count, [12, 30, 80]))).toEqual(['0', '0', '1', '2', '3'])
})
