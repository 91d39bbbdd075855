import { expect, test, vi } from 'vitest'
import { FairSlots } from './fair-slots.ts'

const slots = () => new FairSlots({ most: 6, mostOf: 3, mostOfSlow: 1 })
const never = () => new Promise<boolean>(() => {})

test('an owner with all its slots is full, and the others have room', () => {
  const used = slots()
  for (let n = 0; n < 3; n++) void used.run('ana', never)
  void used.run('ben', never)
  expect([used.full, used.busy, used.room]).toEqual([['ana'], ['ana', 'ben'], 2])
  expect([used.hasRoomFor('ana'), used.hasRoomFor('ben')]).toEqual([false, true])
})

test('an owner whose receiver has not responded gets fewer slots until it responds again', async () => {
  const used = slots()
  await used.run('ana', async () => false)
  expect(used.room).toBe(1)
  const again = Promise.withResolvers<boolean>()
  const second = used.run('ana', () => again.promise)
  expect(used.full).toEqual(['ana'])
  again.resolve(true)
  await second
  expect([used.full, used.busy, used.room]).toEqual([[], [], 3])
})

test('an owner is slow for a minute, so that a receiver of the past does not make all claims small', async () => {
  const used = slots()
  await used.run('ana', async () => false)
  expect(used.room).toBe(1)
  const later = performance.now() + 61_000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  expect(used.room).toBe(3)
  vi.restoreAllMocks()
})

test('a task that throws frees its slot', async () => {
  const used = slots()
  await expect(used.run('ana', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(used.busy).toEqual([])
})
