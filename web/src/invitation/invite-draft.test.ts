import { expect, test } from 'vitest'
import { emptyDraft, filledEmails, refusalsOf, withoutEmail, withRemoved } from './invite-draft.ts'

test('a draft without an address is refused at its first entry', () => {
  const refusals = { emails: ['Please enter at least one email address'], message: null }
  expect(refusalsOf(emptyDraft)).toEqual(refusals)
  expect(refusalsOf({ emails: [' ', ''], message: '' })).toEqual(refusals)
})

test('a malformed address is named at its own entry', () => {
  expect(refusalsOf({ emails: ['ana@example.com', '', ' ben@example '], message: '' })).toEqual({
    emails: [null, null, 'Invalid email format: ben@example'],
    message: null,
  })
})

test('empty entries are left out', () => {
  const draft = { emails: [' ana@example.com', '', 'ben@example.com '], message: 'Come and help' }
  expect(refusalsOf(draft)).toBeNull()
  expect(filledEmails(draft)).toEqual(['ana@example.com', 'ben@example.com'])
})

test('a message that is too long is refused', () => {
  expect(refusalsOf({ emails: ['ana@example.com'], message: 'x'.repeat(501) })).toMatchObject({
    message: 'Message must be at most 500 characters long.',
  })
})

test('an address that was removed comes back to its place; an empty entry is nothing to put back', () => {
  const emails = ['ana@example.com', 'ben@example.com', '']
  const { removed, ...left } = withoutEmail(emails, 0)
  expect(left.emails).toEqual(['ben@example.com', ''])
  expect(removed && withRemoved(left.emails, removed)).toEqual({ emails, removed: undefined })
  expect(removed && withRemoved([], { ...removed, at: 5 }).emails).toEqual(['ana@example.com'])
  expect(withoutEmail(emails, 2)).toEqual({ emails: emails.slice(0, 2) })
})
