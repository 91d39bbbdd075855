import { expect, test } from 'vitest'
import { emptyDraft, filledEmails, removeEmail, restoreEmail, validateDraft } from './invite-draft.ts'

test('a draft without an address has an error at its first entry', () => {
  const errors = { emails: ['Please enter at least one email address'], message: null }
  expect(validateDraft(emptyDraft)).toEqual(errors)
  expect(validateDraft({ emails: [' ', ''], message: '' })).toEqual(errors)
})

test('a malformed address has an error at its own entry', () => {
  expect(validateDraft({ emails: ['ana@example.com', '', ' ben@example '], message: '' })).toEqual({
    emails: [null, null, 'Invalid email format: ben@example'],
    message: null,
  })
})

test('empty entries are ignored', () => {
  const draft = { emails: [' ana@example.com', '', 'ben@example.com '], message: 'Come and help' }
  expect(validateDraft(draft)).toBeNull()
  expect(filledEmails(draft)).toEqual(['ana@example.com', 'ben@example.com'])
})

test('a message of more than 500 characters has an error', () => {
  expect(validateDraft({ emails: ['ana@example.com'], message: 'x'.repeat(501) })).toMatchObject({
    message: 'Message must be at most 500 characters long.',
  })
})

test('a removed address is restored as close to its position as possible, but an empty entry cannot be restored', () => {
  const emails = ['ana@example.com', 'ben@example.com', '']
  const { removed, ...left } = removeEmail(emails, 0)
  expect(left.emails).toEqual(['ben@example.com', ''])
  expect(removed && restoreEmail(left.emails, removed)).toEqual({ emails, removed: undefined })
  expect(removed && restoreEmail([], { ...removed, at: 5 }).emails).toEqual(['ana@example.com'])
  expect(removeEmail(emails, 2)).toEqual({ emails: emails.slice(0, 2) })
})
