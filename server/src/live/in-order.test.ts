import type { LiveMessage } from '@grouplight/contract/live.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InOrder } from './in-order.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what comes in order goes on at once', () => {
  expect(pushed(4, 5, 6)).toEqual([4, 5, 6])
})

test('what is early waits for all that is missing', () => {
  const { told, push } = order()
  for (const version of [4, 7, 6]) push(version)
  expect(told).toEqual([4])
  push(5)
  expect(told).toEqual([4, 5, 6, 7])
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual([4, 5, 6, 7])
})

test('however many are early, they go on in their order', () => {
  const { told, push } = order()
  push(4)
  for (let version = 6; version < 50_000; version++) push(version)
  push(5)
  expect(told).toHaveLength(50_000 - 4)
  expect(told.at(-1)).toBe(49_999)
})

test('what is lost is not waited for long; then everything goes on in its order', () => {
  const { told, push } = order()
  for (const version of [4, 9, 7]) push(version)
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual([4, 7, 9])
  for (const version of [10, 12]) push(version)
  expect(told).toEqual([4, 7, 9, 10])
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual([4, 7, 9, 10, 12])
})

test('what comes late goes on, and changes nothing of what is next', () => {
  expect(pushed(4, 5, 3, 6)).toEqual([4, 5, 3, 6])
})

test('what has no version waits for nothing', () => {
  const { messages, push, inOrder } = order()
  for (const version of [4, 6]) push(version)
  inOrder.push(['group.left', 'red'])
  expect(messages.at(-1)).toEqual(['group.left', 'red'])
})

test('what still waits at the end is told to nobody', () => {
  const { told, push, inOrder } = order()
  for (const version of [4, 6]) push(version)
  inOrder.stop()
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual([4])
})

function pushed(...versions: number[]): unknown[] {
  const { told, push } = order()
  for (const version of versions) push(version)
  return told
}

function order() {
  const messages: LiveMessage[] = []
  const told: unknown[] = []
  const inOrder = new InOrder(message => {
    messages.push(message)
    told.push(message[2])
  })
  const push = (version: number) =>
    inOrder.push(version % 2 ? ['t', 'red', version, 0, {}] : ['group.changed', 'red', version])
  return { inOrder, messages, told, push }
}
