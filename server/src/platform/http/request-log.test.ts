import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Counts } from '#platform/counts.ts'
import { logRequests } from './request-log.ts'

test('if an error replaces a response that cannot be sent, one line is logged, without the field “hungUp”', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: line => void lines.push(JSON.parse(line)) })
  const app = Fastify()
  logRequests(app, { log, counts: new Counts() })
  let responses = 0
  app.post('/api/test', {
    async onSend(_request, _reply, payload) {
      if (++responses === 1) throw new Error('The first response cannot be sent')
      return payload
    },
    handler: async () => 'sent',
  })
  const address = await app.listen()
  await fetch(`${address}/api/test`, { method: 'POST' })
  await app.close()
  expect(lines).toMatchObject([{ status: 500, msg: 'answered' }])
  expect(lines[0]).not.toHaveProperty('hungUp')
})
