import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#database/database.ts'
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

test('a server that drains says that it is not ready, and lets people in until its proxy knows', async () => {
  const restarted = app.restart()
  const answers = await Promise.all(['/api/ready', '/api/health'].map(fromAnew))
  await restarted
  expect(answers).toEqual([503, 200])
})

/** The status of an answer on a connection that was not there before. */
async function fromAnew(path: string): Promise<number | undefined> {
  const [answer] = (await once(get(app.url + path, { agent: false }), 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

describe('when something is amiss', () => {
  const database = { answer: (): Promise<unknown> => Promise.resolve(), asked: 0 }
  let isStopping: boolean
  let http: FastifyInstance

  beforeEach(() => {
    isStopping = false
    database.asked = 0
    http = Fastify() as unknown as FastifyInstance
    const execute = () => {
      database.asked++
      return database.answer()
    }
    serveHealth(http, { database: { execute } as unknown as Database, isStopping: () => isStopping })
  })
  afterEach(() => http.close())

  test('a server that stops is not ready, and alive', async () => {
    database.answer = () => Promise.resolve()
    expect((await http.inject('/api/ready')).statusCode).toBe(200)
    isStopping = true
    const { statusCode, headers } = await http.inject('/api/ready')
    expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
    expect((await http.inject('/api/health')).statusCode).toBe(200)
  })

  test('a database that is away is not ready, and is not asked for the health', async () => {
    database.answer = () => Promise.reject(new Error('away'))
    expect((await http.inject('/api/health')).statusCode).toBe(200)
    expect(database.asked).toBe(0)
    const { statusCode, headers, body } = await http.inject('/api/ready')
    expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
    expect(JSON.parse(body)).toEqual({ code: 'unavailable', message: 'The database does not answer.' })
  })

  test('a database that hangs is not ready, and is asked once however many want to know', async () => {
    let recover = () => {}
    database.answer = () =>
      new Promise<void>(resolve => {
        recover = resolve
      })
    const answers = await Promise.all(Array.from({ length: 5 }, () => http.inject('/api/ready')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503, 503])
    expect(database.asked).toBe(1)
    recover()
    database.answer = () => Promise.resolve()
    await expect.poll(async () => (await http.inject('/api/ready')).statusCode, { timeout: 20_000 }).toBe(200)
  })
})
