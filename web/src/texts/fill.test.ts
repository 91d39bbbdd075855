import groupDialogTexts from 'texts:group-dialogs'
import operatorRefusalTexts from 'texts:operator-refusal'
import { newPassword } from '@grouplight/contract/account.ts'
import { availabilityNote, maxNoteLength } from '@grouplight/contract/availability.ts'
import { groupDescription, groupName } from '@grouplight/contract/group.ts'
import { invitedEmail } from '@grouplight/contract/invitation.ts'
import { problemStatus } from '@grouplight/contract/problem.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fill } from './fill.ts'
import { Phrase } from './phrase.tsx'
import { addRefusalTexts, refusalText } from './refusal-text.ts'

test('a name that looks like a value or like a sentence is not changed', () => {
  const name = 'The Saturday group joined forces with Sunday: {user} left {count}'
  expect(fill(groupDialogTexts.offeredTo, { name })).toBe(
    `Offered to ${name}, who becomes the admin by accepting.`,
  )
  const phrase = createElement(Phrase<{ name: string }>, { text: groupDialogTexts.offeredTo, name })
  expect(renderToStaticMarkup(phrase)).toBe(`Offered to ${name}, who becomes the admin by accepting.`)
})

test('an element takes the place of a value', () => {
  const name = createElement('bdi', null, 'Ana')
  const phrase = createElement(Phrase<{ name: string }>, { text: groupDialogTexts.offeredTo, name } as never)
  expect(renderToStaticMarkup(phrase)).toBe('Offered to <bdi>Ana</bdi>, who becomes the admin by accepting.')
})

test('every code of a refusal has a sentence', () => {
  addRefusalTexts(operatorRefusalTexts)
  for (const code of [...Object.keys(problemStatus), 'unreachable'])
    expect(refusalText(code, { max: 10, user: 'Ana' }), code).toMatch(/\w/)
})

test('a refusal has the sentence of its reason, or of its code if the reason is unknown or a value is missing', () => {
  const general = refusalText('too-many-invitations')
  expect(refusalText('too-many-invitations', { reason: 'first-day', max: 20 })).toContain('20')
  expect(refusalText('too-many-invitations', { reason: 'first-day' })).toBe(general)
  expect(refusalText('too-many-invitations', { reason: 'unknown' })).toBe(general)
  expect(refusalText('poll-closed')).toBeNull()
})

test.each([
  [groupName, ' ', 'Group name is required.'],
  [groupName, 'x'.repeat(81), 'Group name must be at most 80 characters long.'],
  [groupName, 'www.example.org', 'Group name can’t contain a web address.'],
  [groupName, '\u202eabc', 'Group name contains characters that cannot be shown.'],
  [groupName, '\u200b', 'Group name needs at least one visible character.'],
  [
    availabilityNote,
    'x'.repeat(maxNoteLength + 1),
    `What for must be at most ${maxNoteLength} characters long.`,
  ],
  [groupDescription, 'x'.repeat(501), 'Description must be at most 500 characters long.'],
  [newPassword, '12345', 'Password must be at least 6 characters long'],
  [newPassword, 'x'.repeat(129), 'Password must be at most 128 characters long'],
  [invitedEmail, 'nobody', 'Invalid email format: nobody'],
])('the sentence about an invalid input contains all its values (%#)', (schema, text, sentence) => {
  const issue = schema.safeParse(text).error?.issues[0]
  expect(refusalText('invalid-input', issue?.code === 'custom' ? issue.params : {})).toBe(sentence)
})
