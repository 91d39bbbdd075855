import dns from 'node:dns'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { hasAllowedAddress, isPublic } from './addresses.ts'
import { timeLimitMs } from './time-limit.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('names are looked up one after the other, and a name that has waited longer than the time limit is not looked up', async () => {
  const lookups: { name: string; answer: () => void }[] = []
  vi.spyOn(dns, 'lookup').mockImplementation(
    ((name: string, _: object, callback: (...args: unknown[]) => void) =>
      void lookups.push({
        name,
        answer: () => callback(null, [{ address: '93.184.215.14', family: 4 }]),
      })) as never,
  )
  const names = () => lookups.map(({ name }) => name)
  const find = (name: string) => hasAllowedAddress(new URL(`https://${name}/x`), isPublic)

  const found = ['slow.example', 'second.example', 'third.example'].map(find)
  await turn()
  expect(names()).toEqual(['slow.example'])
  lookups[0]?.answer()
  expect(await found[0]).toBe(true)
  await turn()
  expect(names()).toEqual(['slow.example', 'second.example'])

  const later = performance.now() + timeLimitMs
  vi.spyOn(performance, 'now').mockReturnValue(later)
  lookups[1]?.answer()
  expect(await Promise.all(found)).toEqual([true, true, false])
  const next = find('next.example')
  await turn()
  expect(names()).toEqual(['slow.example', 'second.example', 'next.example'])
  lookups[2]?.answer()
  expect(await next).toBe(true)
})
