import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { closeCodes } from '@grouplight/contract/live.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { findMailbox } from '#testing/find-mailbox.ts'
import { freePort } from '#testing/free-port.ts'
import { createDatabase } from '#testing/postgres.ts'
import { programEnv } from '#testing/program-env.ts'
import { TestUser } from '#testing/test-user.ts'
import { startMs } from '#testing/time-limits.ts'

const main = fileURLToPath(new URL('../../src/start/main.ts', import.meta.url))
const patience = { timeout: startMs }
const folder = mkdtempSync(join(tmpdir(), 'grouplight-stops-'))
let env: NodeJS.ProcessEnv
let port: number
let url: string
let server: ChildProcess
const started: ChildProcess[] = []

beforeAll(async () => {
  const postgresUrl = inject('postgresUrl')
  const dataDir = join(folder, 'data')
  if (postgresUrl === null) cpSync(inject('embeddedTemplate'), dataDir, { recursive: true })
  port = await freePort()
  url = `http://localhost:${port}`
  env = {
    ...programEnv,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...(postgresUrl !== null && {
      DATABASE_URL: await createDatabase(postgresUrl, newId(), 'migrated'),
      AUTH_SECRET: 'the secret of a test, long enough',
    }),
  }
})
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('while users write, a stopping server answers all requests, and stores every change that it has answered with success', {
  timeout: 90_000,
}, async () => {
  await start()
  const writers = await Promise.all(Array.from({ length: 6 }, (_, n) => signUp(`Writer ${n}`)))
  const [ana] = writers as [TestUser, ...TestUser[]]
  const screen = await ana.open()
  const written = writers.map(() => [] as string[])
  const writing = writers.map((writer, n) => writeUntilRefused(writer, written[n] as string[]))
  await expect.poll(() => written.every(({ length }) => length > 2), patience).toBe(true)
  const slowWriter = await beginRequest(
    `PATCH /api/account HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\n`,
  )
  slowWriter.write(`Cookie: ${ana.cookie}\r\nContent-Length: 29\r\n\r\n{"displayName":`)
  const slowReader = await beginRequest('GET /api/ready HTTP/1.1\r\n')

  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  // A supervisor and the parent process may both send the signal.
  server.kill('SIGTERM')
  expect(await screen.closed).toBe(closeCodes.restarting)
  await expect.poll(refusesConnections, patience).toBe(true)
  slowReader.write(`Host: localhost:${port}\r\n\r\n`)
  expect(await answerOf(slowReader)).toMatch(/^HTTP\/1.1 503 [\s\S]*\r\nconnection: close\r\n/i)
  slowWriter.write('"Ana Renamed"}')
  expect(await answerOf(slowWriter)).toMatch(
    /^HTTP\/1.1 200 [\s\S]*\r\nconnection: close\r\n[\s\S]*"displayName":"Ana Renamed"/i,
  )
  await Promise.all(writing)
  expect(await ended).toEqual([0, null])

  await start()
  for (const [n, writer] of writers.entries()) {
    const { groups } = await writer.ok(api.listGroups)
    expect(groups.map(({ name }) => name).reverse()).toEqual(written[n])
  }
  const { account } = await ana.ok(api.updateAccount, { body: { displayName: 'Ana' } })
  expect(account.displayName).toBe('Ana')
  await stop()
})

test('a second signal ends the server immediately if the first was more than half a second earlier', async () => {
  await start()
  const waiting = await beginRequest('GET /api/ready HTTP/1.1\r\n')
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await expect.poll(refusesConnections, patience).toBe(true)
  const furtherSignals = setInterval(() => server.kill('SIGTERM'), 100)
  expect(await ended).toEqual([1, null])
  clearInterval(furtherSignals)
  expect(await answerOf(waiting)).toBe('')
})

test.skipIf(inject('postgresUrl') === null)(
  'a waiting maintenance job does not delay the closing of the port, and the database stays open until the job ends',
  async () => {
    const other = new pg.Client(env.DATABASE_URL)
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('begin; lock table sessions')
    const isJobWaiting = async () =>
      (await other.query("select from pg_locks where relation = 'sessions'::regclass and not granted"))
        .rowCount !== 0
    const output = await start({ DRAIN_SECONDS: '3' })
    await expect.poll(isJobWaiting, patience).toBe(true)

    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${url}/api/ready`)).status, patience).toBe(503)
    expect(await isJobWaiting()).toBe(true)
    await expect.poll(refusesConnections, patience).toBe(true)
    // No request is in progress. Only the maintenance job delays the stop. That the server does not end meanwhile has no event.
    await wait(1_500)
    await other.query('rollback')
    expect(await ended).toEqual([0, null])
    expect(output.join()).not.toContain('after calling end')
  },
)

async function writeUntilRefused(writer: TestUser, written: string[]): Promise<void> {
  for (let n = 1; ; n++) {
    const name = `${writer.name}, group ${n}`
    try {
      await writer.ok(api.createGroup, { body: { name } })
    } catch (error) {
      if (codesOf((error as Error).cause).includes('ECONNREFUSED')) return
      throw error
    }
    written.push(name)
  }
}

function codesOf(cause: unknown): string[] {
  const { code, errors = [] } = (cause ?? {}) as { code?: string; errors?: { code: string }[] }
  return [code ?? '', ...errors.map(error => error.code)]
}

/** Sends the beginning of a request. Resolves when the server has received it. */
async function beginRequest(beginning: string): Promise<Socket> {
  const socket = connect({ port, host: 'localhost' })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(beginning)
  // The server reads data in the order of arrival. When it has answered the requests below, it has also read `beginning`.
  for (let n = 0; n < 3; n++) await fetch(`${url}/api/health`)
  return socket
}

async function answerOf(socket: Socket): Promise<string> {
  return Buffer.concat(await socket.toArray().catch(() => [])).toString()
}

function refusesConnections(): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ port, host: 'localhost' }, () => {
      socket.destroy()
      resolve(false)
    })
    socket.on('error', () => resolve(true))
  })
}

/** Starts the server. Returns the list of its output lines, to which later lines are added. */
async function start(settings: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const args = ['--disable-warning=ExperimentalWarning', main]
  server = spawn(process.execPath, args, {
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(server)
  if (!server.stdout) throw new Error('no output')
  const output: string[] = []
  const lines = createInterface(server.stdout)
  await new Promise<void>((resolve, reject) => {
    lines.on('line', line => {
      output.push(line)
      if (line.startsWith('Start here')) resolve()
    })
    lines.on('close', () => reject(new Error('The server did not start')))
  })
  return output
}

async function stop(): Promise<void> {
  const ended = once(server, 'exit')
  server.kill('SIGINT')
  expect(await ended).toEqual([0, null])
}

/** Signs a user up and in. Tries the links of all emails in the development mailbox, because one of them verifies the address. */
async function signUp(name: string): Promise<TestUser> {
  const user = new TestUser(url, { name, email: `${name.toLowerCase().replace(' ', '-')}@example.org` })
  await user.register()
  const list = String((await user.request('GET', findMailbox(env))).body)
  for (const [, path] of list.matchAll(/href="(\/mailbox\/[\w-]+\/\w+)"/g)) {
    const sentEmail = String((await user.request('GET', `${path}/html`)).body)
    const code = sentEmail.match(/oobCode=([\w-]+)/)?.[1] ?? ''
    await user.verify(code).catch(() => {})
  }
  await user.signIn()
  return user
}
