import { expect, test } from 'vitest'
import { batchReads } from './batch-reads.ts'

function recorded(fails = (_keys: string[]) => false) {
  const calls: string[][] = []
  const read = batchReads(async keys => {
    calls.push(keys)
    await new Promise(resolve => setTimeout(resolve, 20))
    if (fails(keys)) throw new Error('the database is unreachable')
    return new Map(keys.filter(key => key !== 'unknown').map(key => [key, `${key} ${calls.length}`]))
  })
  return { calls, read }
}

test('keys that are requested at the same time are read by one load, each key once', async () => {
  const { calls, read } = recorded()
  expect(await Promise.all(['a', 'b', 'a', 'unknown'].map(read))).toEqual(['a 1', 'b 1', 'a 1', undefined])
  expect(calls).toEqual([['a', 'b', 'unknown']])
})

test('a key that is requested while it is being read is read again', async () => {
  const { calls, read } = recorded()
  const first = read('a')
  await expect.poll(() => calls).toEqual([['a']])
  expect(await Promise.all([read('a'), read('b')])).toEqual(['a 2', 'b 2'])
  expect(await first).toBe('a 1')
})

test('after a failed load, keys that are requested later are read', async () => {
  const { read } = recorded(keys => keys.includes('bad'))
  const failed = read('bad')
  await expect(failed).rejects.toThrow('unreachable')
  expect(await read('a')).toBe('a 2')
})
