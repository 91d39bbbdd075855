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

test('a moment of an earlier day is shown as a date', () => {
  expect(sinceText(new Date(2026, 2, 10, 9, 30), today)).toMatch(/^since (10 Mar|Mar 10)$/)
})

test('a date of another year includes the year', () => {
  expect(sinceText(new Date(2025, 10, 3, 9, 30), today)).toMatch(/^since .*2025$/)
})
