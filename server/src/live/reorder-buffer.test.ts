import type { LiveMessage } from '@grouplight/contract/live.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReorderBuffer } from './reorder-buffer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('messages in order are passed on at once', () => {
  expect(pushAll(4, 5, 6)).toEqual([4, 5, 6])
})

test('an early message waits for all missing ones', () => {
  const { passed, push } = newBuffer()
  for (const version of [4, 7, 6]) push(version)
  expect(passed).toEqual([4])
  push(5)
  expect(passed).toEqual([4, 5, 6, 7])
  vi.advanceTimersByTime(1_000)
  expect(passed).toEqual([4, 5, 6, 7])
})

test('thousands of early messages are passed on in order', () => {
  const { passed, push } = newBuffer()
  push(4)
  for (let version = 6; version < 50_000; version++) push(version)
  push(5)
  expect(passed).toHaveLength(50_000 - 4)
  expect(passed.at(-1)).toBe(49_999)
})

test('after a short wait for a lost message the others are passed on in order', () => {
  const { passed, push } = newBuffer()
  for (const version of [4, 9, 7]) push(version)
  vi.advanceTimersByTime(1_000)
  expect(passed).toEqual([4, 7, 9])
  for (const version of [10, 12]) push(version)
  expect(passed).toEqual([4, 7, 9, 10])
  vi.advanceTimersByTime(1_000)
  expect(passed).toEqual([4, 7, 9, 10, 12])
})

test('a late message is passed on and does not change which version is next', () => {
  expect(pushAll(4, 5, 3, 6)).toEqual([4, 5, 3, 6])
})

test('a message without a version never waits', () => {
  const { messages, push, buffer } = newBuffer()
  for (const version of [4, 6]) push(version)
  buffer.push(['group.left', 'red'])
  expect(messages.at(-1)).toEqual(['group.left', 'red'])
})

test('stopping the buffer drops the messages that wait', () => {
  const { passed, push, buffer } = newBuffer()
  for (const version of [4, 6]) push(version)
  buffer.stop()
  vi.advanceTimersByTime(1_000)
  expect(passed).toEqual([4])
})

function pushAll(...versions: number[]): unknown[] {
  const { passed, push } = newBuffer()
  for (const version of versions) push(version)
  return passed
}

function newBuffer() {
  const messages: LiveMessage[] = []
  const passed: unknown[] = []
  const buffer = new ReorderBuffer(message => {
    messages.push(message)
    passed.push(message[2])
  })
  const push = (version: number) =>
    buffer.push(version % 2 ? ['t', 'red', version, 0, {}] : ['group.changed', 'red', version])
  return { buffer, messages, passed, push }
}
