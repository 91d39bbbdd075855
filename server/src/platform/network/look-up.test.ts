import dns from 'node:dns'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { NameServer } from '#testing/name-server.ts'
import { lookUp } from './look-up.ts'
import { parseHosts } from './system-lookup.ts'

const server = await NameServer.open()
afterEach(() => {
  server.isSilentFor = () => false
  vi.useRealTimers()
})
afterAll(() => server.close())

const found = [{ address: '127.0.0.1', family: 4 }]
const isPending = async (promise: Promise<unknown>) =>
  (await Promise.race([promise, Promise.resolve('pending')])) === 'pending'

test('a name server that is silent for many names delays no other name', async () => {
  server.isSilentFor = name => name.startsWith('silent')
  const silent = Array.from({ length: 50 }, (_, n) => lookUp(`silent-${n}.example`, 'ana'))
  for (const lookup of silent) lookup.catch(() => {})
  await vi.waitFor(() => expect(server.unanswered.size).toBe(50))
  expect(await lookUp('lamp.example', 'ben')).toEqual(found)
  expect(await Promise.all(silent.map(isPending))).toEqual(silent.map(() => true))
  await expect(Promise.all(silent)).rejects.toThrow()
})

test('a failed name is remembered for a moment, only for its owner', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.mocked(dns.promises.Resolver.prototype.resolve4).mockRejectedValueOnce(new Error('SERVFAIL'))
  await expect(lookUp('away.example', 'ana')).rejects.toThrow()
  await expect(lookUp('away.example', 'ana')).rejects.toThrow()
  expect(await lookUp('away.example', 'ben')).toEqual(found)
  vi.advanceTimersByTime(5_000)
  expect(await lookUp('away.example', 'ana')).toEqual(found)
})

test('the names of the hosts file are found while the name server and the system are silent', async () => {
  server.isSilentFor = () => true
  expect(await lookUp('localhost', 'ana')).toContainEqual(found[0])
})

test('names that only the system knows are found one after the other, and owners take turns', async () => {
  const asked: string[] = []
  const answers: (() => void)[] = []
  const resolver = dns.promises.Resolver.prototype
  vi.mocked(resolver.resolve4).mockRejectedValue(new Error('ENOTFOUND'))
  const resolve6 = vi.spyOn(resolver, 'resolve6').mockRejectedValue(new Error('ENOTFOUND'))
  onTestFinished(() => resolve6.mockRestore())
  vi.mocked(dns.lookup).mockImplementation(((
    name: string,
    _: object,
    callback: (...args: unknown[]) => void,
  ) => {
    asked.push(name)
    answers.push(() => callback(null, found))
  }) as never)
  const lookups = [
    lookUp('lamp-1.local', 'ana'),
    lookUp('lamp-2.local', 'ana'),
    lookUp('lamp-3.local', 'ana'),
    lookUp('homeassistant.local', 'ben'),
  ]
  // All of them wait for the system before it answers the first.
  await vi.waitFor(() => expect(resolve6).toHaveBeenCalledTimes(lookups.length))
  for (let n = 1; n <= lookups.length; n++) {
    await vi.waitFor(() => expect(asked).toHaveLength(n))
    answers.shift()?.()
  }
  await Promise.all(lookups)
  expect(asked.indexOf('homeassistant.local')).toBeLessThan(3)
})

test('the hosts file can have comments, several names in a line and several addresses of a name', () => {
  const hosts = parseHosts('# lamps\n10.0.0.7 lamp.home LAMP # old\nfd00::7\tlamp.home\n\nnothing here\n')
  expect(hosts.get('lamp.home')).toEqual([
    { address: '10.0.0.7', family: 4 },
    { address: 'fd00::7', family: 6 },
  ])
  expect([...hosts.keys()]).toEqual(['lamp.home', 'lamp'])
})
