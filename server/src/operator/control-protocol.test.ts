import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { writeWithTimeout } from './control-protocol.ts'

const largeText = 'x'.repeat(64 * 1024 * 1024)

test('a text reaches a client that reads', async () => {
  const { near, far } = await pair()
  const arrives = buffer(far)
  await writeWithTimeout(near, largeText)
  near.end()
  expect((await arrives).length).toBe(largeText.length)
})

test('a client that does not read is disconnected, and writing to a closed connection is an error', async () => {
  const { near } = await pair()
  await expect(writeWithTimeout(near, largeText, 50)).rejects.toThrow()
  expect(near.destroyed).toBe(true)
  await expect(writeWithTimeout(near, 'more')).rejects.toThrow()
})

async function pair() {
  const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  const [far] = await once(server, 'connection')
  onTestFinished(() => {
    near.destroy()
    far.destroy()
    server.close()
  })
  return { near, far }
}
