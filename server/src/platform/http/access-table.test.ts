import {
  type Access,
  type Endpoint,
  type KeyUse,
  needsOperatorConfirmation,
} from '@grouplight/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { endpoints } from '#testing/api.ts'
import { tableRows } from '#testing/page-blocks.ts'

const accesses: Record<Access, string> = {
  anybody: 'nothing',
  link: 'the secret of an invite link, in the body',
  board: 'the id and the secret of a board, in the header Authorization',
  verified: 'a session of a user with a verified address',
  operator: 'a session of an operator',
}
const keyUses: Record<KeyUse, string> = {
  see: 'any key of the user',
  switch: 'a key that may switch',
  ask: 'a key that may ask around',
}

function needOf(endpoint: Endpoint): string {
  const { access, refusals } = endpoint
  const isSensitive =
    (access === 'verified' && refusals.includes('confirm-first')) || needsOperatorConfirmation(endpoint)
  return isSensitive ? `${accesses[access]}, and a confirmation` : accesses[access]
}

test('docs/access.csv says for every operation what a caller needs and whether a key may use it', () => {
  const expected = endpoints.map(endpoint => [
    endpoint.name,
    endpoint.tag,
    needOf(endpoint),
    endpoint.keys ? keyUses[endpoint.keys] : '',
  ])
  expect(tableRows('access.csv').sort()).toEqual(expected.sort())
})
