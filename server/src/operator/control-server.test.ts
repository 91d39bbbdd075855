import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { useTestApp } from '#testing/test-app.ts'
import { sendCommand } from './control-client.ts'
import { controlSocketPath } from './control-protocol.ts'
import { startControlServer } from './control-server.ts'

const app = useTestApp()
let stop: (() => void) | null
beforeAll(async () => {
  stop = await startControlServer(app.services)
})
afterAll(() => stop?.())

test.each([
  ['a line that is not JSON', 'users list\n'],
  ['arguments that are not a list', '{"args":"users list","folder":"/"}\n'],
  ['arguments that are not strings', '{"args":[["users"],7],"folder":"/"}\n'],
  ['an unknown field', '{"args":["users","list"],"folder":"/","user":"root"}\n'],
  ['the value null', 'null\n'],
  ['a long line without an end', `{"args":["${'x'.repeat(70_000)}`],
])('a server refuses %s in one sentence, and keeps working', async (_, text) => {
  const socket = await connected(controlSocketPath(app.services.config.dataDir))
  socket.write(text)
  expect(await linesFrom(socket)).toEqual([
    '{"exit":2,"refusal":"The server does not understand this request: use the command line of the same version."}',
  ])
  const next = await connected(controlSocketPath(app.services.config.dataDir))
  expect(await sendCommand(next, { args: ['users', 'list'], folder: '/' }, () => {})).toEqual({ exit: 0 })
})

test.each(['', 'hello', 'null', '{"exit":7}', '{"line":{}}'])(
  'the command-line client refuses the response %j in one sentence',
  async answer => {
    const path = join(app.services.config.dataDir, `other-${Math.random()}.sock`)
    const server = createServer(socket => void socket.end(`${answer}\n`)).listen(path)
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const printed: string[] = []
    const outcome = await sendCommand(await connected(path), { args: [], folder: '/' }, line =>
      printed.push(line),
    )
    expect(outcome).toEqual({
      exit: 1,
      refusal: 'The response of the server has an unknown format.',
    })
    expect(printed).toEqual([])
  },
)

async function connected(path: string): Promise<Socket> {
  const socket = connect(path)
  await once(socket, 'connect')
  onTestFinished(() => void socket.destroy())
  return socket
}

async function linesFrom(socket: Socket): Promise<string[]> {
  const lines: string[] = []
  for await (const line of createInterface({ input: socket })) lines.push(line)
  return lines
}
