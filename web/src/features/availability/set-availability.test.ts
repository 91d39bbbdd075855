import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProblemError } from '#api/client.ts'
import { setConnection } from '#live/connection-state.ts'
import { addPending, replacePending, sendIfLatest } from './set-availability.ts'

vi.mock('#ui/toast.ts', () => ({ showToast: vi.fn() }))

const unreachable = new ProblemError({ code: 'unreachable', message: 'Unreachable', status: 0 })
let client: QueryClient
let isReachable: boolean
let sent: string[]

beforeEach(() => {
  vi.useFakeTimers()
  setConnection({ status: 'offline', asOf: null })
  client = new QueryClient()
  isReachable = false
  sent = []
})

afterEach(() => vi.useRealTimers())

function tap(groupId: string): void {
  const pending = addPending(client, groupId, 'ana', { status: true, tappedAt: 0 })
  const send = async () => {
    if (!isReachable) throw unreachable
    sent.push(groupId)
  }
  void sendIfLatest(client, groupId, pending, send)
}

/** Without `groupIds`, the change applies to all groups. */
function changeGroups(answer: Promise<void>, groupIds?: string[]): void {
  replacePending(client, groupIds, () => answer).catch(() => {})
}

test('a later change in some groups replaces the unsent changes of these groups, but not of other groups', async () => {
  tap('choir')
  tap('band')
  await vi.advanceTimersByTimeAsync(1_000)
  changeGroups(Promise.resolve(), ['choir'])
  isReachable = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual(['band'])
})

test('a change that could not be sent is dropped after a later change in all groups has succeeded', async () => {
  tap('choir')
  await vi.advanceTimersByTimeAsync(1_000)
  changeGroups(Promise.resolve())
  isReachable = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual([])
})

test('a change that could not be sent waits for a later change in all groups, and is sent if the later change fails', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  tap('choir')
  await vi.advanceTimersByTimeAsync(1_000)
  changeGroups(promise)
  isReachable = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual([])
  reject(unreachable)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual(['choir'])
})

test('a tap after a change in all groups is sent', async () => {
  changeGroups(Promise.resolve())
  await vi.advanceTimersByTimeAsync(1_000)
  tap('choir')
  isReachable = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual(['choir'])
})
