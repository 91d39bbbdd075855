import { expect, test } from 'vitest'
import { isRequest, isThreadMessage, serializeError } from './thread-messages.ts'

test.each([
  { type: 'query', text: 'SELECT 1', params: [], rowMode: undefined },
  { type: 'query', text: 'SELECT 1', params: [], rowMode: 'array', transactionId: 1 },
  { type: 'exec', text: 'SELECT 1' },
  { type: 'begin' },
  { type: 'commit', transactionId: 3 },
  { type: 'rollback', transactionId: 3 },
  { type: 'close' },
])('%j is a request', call => expect(isRequest({ id: 7, call })).toBe(true))

test.each([
  undefined,
  null,
  7,
  'close',
  {},
  { id: 7 },
  { id: '7', call: { type: 'close' } },
  { id: 7, call: null },
  { id: 7, call: { type: 'end it' } },
  { id: 7, call: { type: 'query', text: 'SELECT 1' } },
  { id: 7, call: { type: 'query', params: [] } },
  { id: 7, call: { type: 'exec', text: 7 } },
  { id: 7, call: { type: 'commit' } },
  { id: 7, call: { type: 'exec', text: 'SELECT 1', transactionId: '1' } },
])('%j is not a request', message => expect(isRequest(message)).toBe(false))

test.each([
  { id: 7, value: undefined },
  { id: 7, error: serializeError(new Error('out of order')) },
  { log: 'well' },
  { abort: true },
])('%j is a message of the thread', message => expect(isThreadMessage(message)).toBe(true))

test.each([
  undefined,
  null,
  7,
  {},
  { id: 7 },
  { id: 'x', value: 1 },
  { id: 7, error: 'out of order' },
  { id: 7, error: { message: 'out of order' } },
  { log: 7 },
  { abort: 'yes' },
  { 'watch:require': ['a file'] },
])('%j is not a message of the thread', message => expect(isThreadMessage(message)).toBe(false))
