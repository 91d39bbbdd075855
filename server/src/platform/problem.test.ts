import { maxPasskeys } from '@grouplight/contract/passkey.ts'
import { expect, test } from 'vitest'
import { api } from '#testing/api.ts'
import { invalidInput, Problem } from './problem.ts'

test('a refusal has the English sentence of the catalogue, and what other languages need for theirs', () => {
  expect(new Problem('group-not-found')).toMatchObject({
    ...{ code: 'group-not-found', status: 404, message: 'Group not found', params: undefined },
  })
  expect(new Problem('too-many-requests.links', { retryAfterSeconds: 60 })).toMatchObject({
    code: 'too-many-requests',
    message: 'You’ve made many links. Please try again later.',
    params: { reason: 'links' },
    retryAfterSeconds: 60,
  })
  expect(new Problem('too-many-passkeys', { params: { max: maxPasskeys } })).toMatchObject({
    message: `You can have at most ${maxPasskeys} passkeys. Please remove one first.`,
    params: { max: maxPasskeys },
  })
  const email = '{max} <b>'
  expect(new Problem('too-many-invitations.address', { params: { email } })).toMatchObject({
    message: `${email} has been sent too many invitations today. Please try again tomorrow.`,
    params: { reason: 'address', email },
  })
})

test('the refusal of an input names it', () => {
  const issue = api.groupName.safeParse(' ').error?.issues[0]
  expect(invalidInput(issue, 'name')).toMatchObject({
    code: 'invalid-input',
    message: 'Group name is required.',
    params: { reason: 'required', label: 'groupName' },
    field: 'name',
  })
})

test('a refusal that has no sentence, or lacks a value of its sentence, does not compile', () => {
  // @ts-expect-error This reason is not in the catalogue.
  new Problem('too-many-requests.unknown')
  // @ts-expect-error The code has no sentence of its own in the catalogue.
  new Problem('somethingWrong')
  // @ts-expect-error The sentence contains `max`.
  new Problem('group-full')
  // @ts-expect-error The sentence contains `max`, and not `most`.
  new Problem('group-full', { params: { most: 3 } })
  // @ts-expect-error The sentence contains no values.
  new Problem('group-not-found', { params: { max: 3 } })
})
