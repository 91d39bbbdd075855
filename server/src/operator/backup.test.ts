import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { checkBackup } from '#operator/backup/backup-file.ts'
import { rows } from '#platform/database/database.ts'
import { useTestApp } from '#testing/test-app.ts'
import { backup } from './backup.ts'
import { sendCommand } from './control-client.ts'
import { controlSocketPath } from './control-protocol.ts'
import { startControlServer } from './control-server.ts'

const app = useTestApp()
const request = { args: ['backup-data'], folder: '/' }
let folder: string
let stop: (() => void) | null
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'grouplight-backup-command-'))
  stop = await startControlServer(app.services)
  // These rows cannot be compressed well, so that their backup is larger than all buffers of a socket.
  await app.database.execute(sql`
    insert into notices (type, action, message, created_at)
    select 'admin', 'announced', (select string_agg(md5(n || ' ' || part), '') from generate_series(1, 64) part), now()
    from generate_series(1, 2000) n`)
})
afterAll(() => {
  stop?.()
  rmSync(folder, { recursive: true, force: true })
})

test('two backups at once are both complete files that only their owner can read, in the folder of the caller', async () => {
  const printed: string[] = []
  const run = (file: string) => backUp(app.services.config.dataDir, file, line => printed.push(line))
  await Promise.all([run('one'), run('two')])
  for (const name of ['one', 'two']) {
    const path = join(folder, name)
    const header = await checkBackup(path)
    expect(header.tables.find(({ name }) => name === 'notices')?.rows).toBeGreaterThanOrEqual(2_000)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(printed.filter(line => line.startsWith(`${path}: ${header.tables.length} tables, `))).toHaveLength(
      1,
    )
  }
})

test('a client that goes away ends its backup, and the server goes on', async () => {
  const socket = await connected(controlSocketPath(app.services.config.dataDir))
  socket.write(`${JSON.stringify(request)}\n`)
  await once(socket, 'readable')
  socket.destroy()
  await app.database.execute(sql`select 1`)
  await vi.waitFor(async () => expect(await backupConnections()).toEqual([]))
  await backUp(app.services.config.dataDir, 'after one that went away')
})

test.skipIf(inject('postgresUrl') === null)(
  'a backup has a connection of its own, because those of requests are closed while a slow client reads',
  async () => {
    const socket = await connected(controlSocketPath(app.services.config.dataDir))
    const firstBytes = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const done = sendCommand(
      socket,
      request,
      () => {},
      async () => {
        firstBytes.resolve()
        await goOn.promise
      },
    )
    await firstBytes.promise
    expect(await backupConnections()).toEqual([
      { state: expect.stringMatching(/idle in transaction|active/) },
    ])
    goOn.resolve()
    expect(await done).toEqual({ exit: 0 })
  },
)

test('the command line reads from the server only what it can write', async () => {
  const path = join(folder, 'eager.sock')
  const line = `${JSON.stringify({ bytes: Buffer.alloc(16 * 1024).toString('base64') })}\n`
  const count = 1_000
  const server = createServer(socket => void socket.end(`${line.repeat(count)}{"exit":0}\n`)).listen(path)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = await connected(path)
  let handled = 0
  let mostAhead = 0
  const outcome = await sendCommand(
    socket,
    request,
    () => {},
    async () => {
      handled++
      for (let turn = 0; turn < 5; turn++) await setImmediate()
      mostAhead = Math.max(mostAhead, socket.bytesRead - handled * line.length)
    },
  )
  expect([outcome, handled]).toEqual([{ exit: 0 }, count])
  expect(mostAhead).toBeLessThan(1024 * 1024)
})

test('a server that ends before the backup is complete leaves no file, and the command fails', async () => {
  const dataDir = mkdtempSync(join(folder, 'ending-'))
  const bytes = Buffer.from('the first half').toString('base64')
  const server = createServer(socket =>
    socket.once('data', () => socket.end(`${JSON.stringify({ bytes })}\n{"byt`)),
  ).listen(controlSocketPath(dataDir))
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  await expect(backUp(dataDir, 'half')).rejects.toThrow('The server ended before the command was done.')
  expect(readdirSync(folder).filter(name => name.startsWith('half'))).toEqual([])
})

async function backUp(
  dataDir: string,
  file: string,
  print: (line: string) => void = () => {},
): Promise<void> {
  const config = { ...app.services.config, dataDir }
  await backup.run(config, { positionals: [file], options: {}, folder }, print, async () => {})
}

/** The connections of commands to PostgreSQL. The embedded database has none. */
async function backupConnections() {
  return rows<{ state: string }>(app.database)`
    select state from pg_stat_activity
    where application_name = 'grouplight command' and datname = current_database()`
}

async function connected(path: string): Promise<Socket> {
  const socket = connect(path)
  await once(socket, 'connect')
  onTestFinished(() => void socket.destroy())
  return socket
}
