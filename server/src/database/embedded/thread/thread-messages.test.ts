import { expect, test } from 'vitest'
import { faultOf, isAsk, isSaid } from './thread-messages.ts'

test.each([
  { do: 'query', text: 'SELECT 1', params: [], rowMode: undefined },
  { do: 'query', text: 'SELECT 1', params: [], rowMode: 'array', lease: 1 },
  { do: 'exec', text: 'SELECT 1' },
  { do: 'begin' },
  { do: 'commit', lease: 3 },
  { do: 'rollback', lease: 3 },
  { do: 'close' },
])('the thread is asked: %j', call => expect(isAsk({ id: 7, call })).toBe(true))

test.each([
  undefined,
  null,
  7,
  'close',
  {},
  { id: 7 },
  { id: '7', call: { do: 'close' } },
  { id: 7, call: null },
  { id: 7, call: { do: 'end it' } },
  { id: 7, call: { do: 'query', text: 'SELECT 1' } },
  { id: 7, call: { do: 'query', params: [] } },
  { id: 7, call: { do: 'exec', text: 7 } },
  { id: 7, call: { do: 'commit' } },
  { id: 7, call: { do: 'exec', text: 'SELECT 1', lease: '1' } },
])('is not a question: %j', message => expect(isAsk(message)).toBe(false))

test.each([
  { id: 7, value: undefined },
  { id: 7, fault: faultOf(new Error('out of order')) },
  { log: 'well' },
  { abort: true },
])('the thread says: %j', said => expect(isSaid(said)).toBe(true))

test.each([
  undefined,
  null,
  7,
  {},
  { id: 7 },
  { id: 'x', value: 1 },
  { id: 7, fault: 'out of order' },
  { id: 7, fault: { message: 'out of order' } },
  { log: 7 },
  { abort: 'yes' },
  { 'watch:require': ['a file'] },
])('says nothing: %j', said => expect(isSaid(said)).toBe(false))
