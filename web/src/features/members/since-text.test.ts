import { expect, test, vi } from 'vitest'
import { sinceText } from './since-text.ts'

vi.mock('#texts/language.ts', async importOriginal => ({
  ...(await importOriginal<object>()),
  locale: 'en-GB',
}))

const today = new Date(2026, 2, 12)

test('a moment of today is shown as a time', () => {
  expect(sinceText(new Date(2026, 2, 12, 14, 5), today)).toBe('since 14:05')
  expect(sinceText(new Date(2026, 2, 12, 0, 0), today)).toBe('since 00:00')
})

test('a moment of the previous day is shown as yesterday, even if it was only minutes ago', () => {
  expect(sinceText(new Date(2026, 2, 11, 23, 59), today)).toBe('since yesterday')
})

test('a moment of two to six days ago is shown as a weekday', () => {
  expect(sinceText(new Date(2026, 2, 10, 9, 30), today)).toBe('since Tuesday')
  expect(sinceText(new Date(2026, 2, 6, 0, 0), today)).toBe('since Friday')
})

test('a moment of seven days ago is shown as a date, because it has the same weekday as today', () => {
  expect(sinceText(new Date(2026, 2, 5, 23, 59), today)).toMatch(/^since (5 Mar|Mar 5)$/)
})

test('a moment in the future is shown as a time', () => {
  expect(sinceText(new Date(2026, 2, 13, 0, 0), today)).toBe('since 00:00')
})

test('a date of another year includes the year', () => {
  expect(sinceText(new Date(2025, 10, 3, 9, 30), today)).toMatch(/^since .*2025$/)
})
