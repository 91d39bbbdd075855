import { expect, test } from 'vitest'
import { callableStatusByHttp, callableTimeoutMs, functionsPath, httpByCallableStatus } from './callable.ts'

test.each([
  [400, 'invalid-argument'],
  [401, 'unauthenticated'],
  [403, 'permission-denied'],
  [404, 'not-found'],
  [409, 'aborted'],
  [429, 'resource-exhausted'],
  [499, 'cancelled'],
  [500, 'internal'],
  [501, 'unimplemented'],
  [503, 'unavailable'],
  [504, 'deadline-exceeded'],
])('HTTP status %i corresponds to %s in both directions', (http, name) => {
  const status = callableStatusByHttp[http]
  expect(status?.toLowerCase().replace('_', '-')).toBe(name)
  expect(status && httpByCallableStatus[status]).toBe(http)
})

test('the path of the functions contains us-central1, and the timeout of a call is 70 seconds', () => {
  expect([functionsPath, callableTimeoutMs]).toEqual(['/functions/us-central1', 70_000])
})
