import { expect, test } from 'vitest'
import { splitEmails } from './split-emails.ts'

test('a list is split at commas, semicolons, spaces and line breaks', () => {
  expect(
    splitEmails(' ana@example.com, ben@example.com;cyd@example.com\r\ndan@example.com  eva@example.com '),
  ).toEqual(['ana@example.com', 'ben@example.com', 'cyd@example.com', 'dan@example.com', 'eva@example.com'])
})

test('a list that contains only separators has no addresses', () => {
  expect(splitEmails(' , ;\n ')).toEqual([])
})

test('names that a mail program puts before the addresses are left out', () => {
  expect(
    splitEmails('Ana Pavlova <ana@example.com>, "Olsen, Ben" <ben@example.com>; cyd@example.com'),
  ).toEqual(['ana@example.com', 'ben@example.com', 'cyd@example.com'])
})

test('each line or cell copied from a spreadsheet may be a name with its address', () => {
  expect(splitEmails('Ana Pavlova <ana@example.com>\tBen Olsen <ben@example.com>\ncyd@example.com')).toEqual([
    'ana@example.com',
    'ben@example.com',
    'cyd@example.com',
  ])
})

test('a part that is not an address is kept, so that the error message can name it', () => {
  expect(splitEmails('ana@example.com, not-an-address')).toEqual(['ana@example.com', 'not-an-address'])
})

test('a list may be separated as in Chinese, Japanese or Arabic, and its addresses may be links', () => {
  expect(
    splitEmails(
      'mailto:ana@example.com，ben@example.com；cyd@example.com、dan@example.com، eva@example.com؛',
    ),
  ).toEqual([
    'mailto:ana@example.com',
    'ben@example.com',
    'cyd@example.com',
    'dan@example.com',
    'eva@example.com',
  ])
})
