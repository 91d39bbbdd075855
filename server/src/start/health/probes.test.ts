import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { version } from '#platform/version.ts'
import { useTestApp } from '#testing/test-app.ts'
import { serveHealth } from './probes.ts'

const app = useTestApp({ DRAIN_SECONDS: '2' })

test('a server that runs is alive and ready', async () => {
  expect(await app.guest().request('GET', '/api/health')).toMatchObject({
    status: 200,
    body: { status: 'ok' },
  })
  expect(await app.guest().request('GET', '/api/ready')).toMatchObject({
    status: 200,
    body: { status: 'ready' },
  })
})

test.each([
  '/',
  '/login',
  '/privacy',
  '/api/health',
  '/api/ready',
  '/api/session',
  '/api/docs',
  '/api/openapi.json',
])('guests do not learn the version from %s', async path => {
  const { headers, body } = await app.guest().request('GET', path)
  expect(JSON.stringify([...headers, body])).not.toContain(version)
})

test('a draining server is not ready but accepts connections', async () => {
  const restarted = app.restart()
  const answers = await Promise.all(['/api/ready', '/api/health'].map(statusOnNewConnection))
  await restarted
  expect(answers).toEqual([503, 200])
})

async function statusOnNewConnection(path: string): Promise<number | undefined> {
  const [answer] = (await once(get(app.url + path, { agent: false }), 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

describe('with a fake database', () => {
  const database = { respond: (): Promise<unknown> => Promise.resolve(), queries: 0 }
  let isStopping: boolean
  let acceptsChanges: boolean
  let http: FastifyInstance

  beforeEach(() => {
    isStopping = false
    acceptsChanges = true
    database.queries = 0
    http = Fastify() as unknown as FastifyInstance
    const execute = () => {
      database.queries++
      return database.respond()
    }
    serveHealth(http, {
      database: { execute } as unknown as Database,
      isStopping: () => isStopping,
      acceptsChanges: () => acceptsChanges,
    })
  })
  afterEach(() => http.close())

  test('a full disk is told with its reason, and only a monitor that asks about changes gets 503', async () => {
    acceptsChanges = false
    const reason = 'The disk is full: changes are refused.'
    const ready = await http.inject('/api/ready')
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'read-only', reason }])
    const asked = await http.inject('/api/ready?changes')
    expect([asked.statusCode, asked.json()]).toEqual([503, { code: 'unavailable', message: reason }])
    acceptsChanges = true
    expect((await http.inject('/api/ready?changes')).json()).toEqual({ status: 'ready' })
  })

  test('a stopping server is not ready but alive', async () => {
    database.respond = () => Promise.resolve()
    expect((await http.inject('/api/ready')).statusCode).toBe(200)
    isStopping = true
    const { statusCode, headers } = await http.inject('/api/ready')
    expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
    expect((await http.inject('/api/health')).statusCode).toBe(200)
  })

  test('a server whose database queries fail is not ready, and the health probe does not query the database', async () => {
    database.respond = () => Promise.reject(new Error('away'))
    expect((await http.inject('/api/health')).statusCode).toBe(200)
    expect(database.queries).toBe(0)
    const { statusCode, headers, body } = await http.inject('/api/ready')
    expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
    expect(JSON.parse(body)).toEqual({ code: 'unavailable', message: 'The database does not answer.' })
  })

  test('a server is not ready while its database hangs, and concurrent probes share one query', async () => {
    let recover = () => {}
    database.respond = () =>
      new Promise<void>(resolve => {
        recover = resolve
      })
    const answers = await Promise.all(Array.from({ length: 5 }, () => http.inject('/api/ready')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503, 503])
    expect(database.queries).toBe(1)
    recover()
    database.respond = () => Promise.resolve()
    await expect.poll(async () => (await http.inject('/api/ready')).statusCode).toBe(200)
  })
})
