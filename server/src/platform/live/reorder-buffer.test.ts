import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReorderBuffer } from './reorder-buffer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('messages in order are passed on immediately', () => {
  expect(pushAll(4, 5, 6)).toEqual([4, 5, 6])
})

test('an early message waits until all messages before it have arrived', () => {
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

test('after a short wait for a lost message, the later messages are passed on in order', () => {
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

test('the first message may have any version, unless a version to start after was set', () => {
  expect(pushAll(6, 7)).toEqual([6, 7])
  const { passed, push, buffer } = newBuffer()
  buffer.startAfter(4)
  buffer.startAfter(5)
  push(6)
  expect(passed).toEqual([])
  push(5)
  expect(passed).toEqual([5, 6])
})

test('messages that do not arrive are reported once, after the wait for them', () => {
  const { push, missing } = newBuffer()
  for (const version of [4, 6, 5]) push(version)
  vi.advanceTimersByTime(1_000)
  expect(missing).toEqual([])
  for (const version of [8, 10]) push(version)
  vi.advanceTimersByTime(1_000)
  expect(missing).toEqual([[4, 5, 6, 8, 10]])
})

test('a skip to a version reports whether a message up to it is missing, and passes on the waiting messages', () => {
  const { passed, push, buffer, missing } = newBuffer()
  for (const version of [4, 6]) push(version)
  expect([buffer.skipTo(4), buffer.skipTo(7), buffer.skipTo(7)]).toEqual([false, true, false])
  expect(passed).toEqual([4, 6])
  push(8)
  vi.advanceTimersByTime(1_000)
  expect([passed, missing]).toEqual([[4, 6, 8], []])
  expect(newBuffer().buffer.skipTo(1)).toBe(true)
})

test('stopping the buffer drops the messages that wait', () => {
  const { passed, push, buffer } = newBuffer()
  for (const version of [4, 6]) push(version)
  buffer.stop()
  vi.advanceTimersByTime(1_000)
  expect(passed).toEqual([4])
})

function pushAll(...versions: number[]): number[] {
  const { passed, push } = newBuffer()
  for (const version of versions) push(version)
  return passed
}

function newBuffer() {
  const passed: number[] = []
  const missing: number[][] = []
  const buffer = new ReorderBuffer<number>(
    version => passed.push(version),
    () => missing.push([...passed]),
  )
  return { buffer, passed, missing, push: (version: number) => buffer.push(version, version) }
}
