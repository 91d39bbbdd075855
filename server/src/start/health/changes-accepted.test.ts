import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchChanges } from './changes-accepted.ts'

test('a database at a URL counts as full for a minute after a request has failed because of its disk', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
  onTestFinished(() => now.mockRestore())
  const http = Fastify() as unknown as FastifyInstance
  onTestFinished(() => http.close())
  const acceptsChanges = watchChanges(http, {})
  let code = '57014'
  http.get('/', async () => {
    throw new Error('a query failed', { cause: Object.assign(new Error('of the disk'), { code }) })
  })
  await http.inject('/')
  expect(acceptsChanges()).toBe(true)
  code = '53100'
  await http.inject('/')
  expect(acceptsChanges()).toBe(false)
  now.mockReturnValue(1_060_000)
  expect(acceptsChanges()).toBe(true)
})
