import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { functionsPath } from '@grouplight/contract/callable.ts'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { lockDirectory } from '#platform/database/embedded/data-dir/directory-lock.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { joinSite } from '#platform/database/site.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { freePort } from '#testing/free-port.ts'
import { createDatabase, runOn } from '#testing/postgres.ts'
import { programEnv } from '#testing/program-env.ts'
import { TestUser } from '#testing/test-user.ts'
import { startMs } from '#testing/time-limits.ts'

const program = fileURLToPath(new URL('../../src/start/main.ts', import.meta.url))
const postgresUrl = inject('postgresUrl')
// Tests that do not depend on the kind of database run only on the embedded database.
const onceOnly = test.skipIf(postgresUrl !== null)

let folder: string
let workingSettings: Record<string, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'grouplight-main-'))
  const dataDir = join(folder, 'data')
  if (postgresUrl === null) cpSync(inject('embeddedTemplate'), dataDir, { recursive: true })
  workingSettings = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    ...(postgresUrl !== null && {
      DATABASE_URL: await createDatabase(postgresUrl, newId()),
      AUTH_SECRET: 'the secret of a test, long enough',
    }),
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(env: Record<string, string>, flags: string[] = []) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, program], {
    env: { ...programEnv, HOME: process.env.HOME, ...env },
  })
  // After a failed test, the program must not keep the port and the database.
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { out: '', err: '' }
  child.stdout.on('data', chunk => {
    output.out += chunk
  })
  child.stderr.on('data', chunk => {
    output.err += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }))
  return { child, output, ended }
}

describe('a start that cannot succeed ends with one line', () => {
  const settings: [string, Record<string, string>][] = [
    ["PORT is 'abc': it must be a whole number from 0 to 65535.", { PORT: 'abc' }],
    [
      'AUTH_SECRET is not set: DATABASE_URL requires a secret of at least 32 characters.',
      { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    ],
  ]

  onceOnly.each(settings)('%s', async (line, env) => {
    expect(await start(env).ended).toEqual({ code: 1, out: '', err: `${line}\n` })
  })

  onceOnly('the line names PORT when another process listens on this port', async () => {
    const other = createServer()
    await new Promise<void>(resolve => other.listen(Number(workingSettings.PORT), 'localhost', resolve))
    const { code, out, err } = await start(workingSettings).ended
    await new Promise(resolve => other.close(resolve))
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe(`PORT ${workingSettings.PORT} is in use by another process: set PORT to a free one.\n`)
  })

  onceOnly.each(['no-such-host.invalid', '192.0.2.1'])('the line names an unusable HOST: %s', async host => {
    const { code, out, err } = await start({ ...workingSettings, HOST: host }).ended
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^HOST [^\n]*\n$/)
    expect(err).toContain(host)
  })

  onceOnly('the line names DATA_DIR when it is not a folder', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const { code, out, err } = await start({ ...workingSettings, DATA_DIR: file }).ended
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^DATA_DIR [^\n]*\n$/)
  })

  test.each(['another secret of a test, as long', ''])(
    'the line names the file of the secret and AUTH_SECRET when the database was used with another secret: %j',
    async secret => {
      // Without AUTH_SECRET and without a file, an embedded database has lost its secret.
      if (postgresUrl !== null && !secret) return
      const dataDir = join(folder, newId())
      if (postgresUrl === null) cpSync(inject('embeddedTemplate'), dataDir, { recursive: true })
      const settings = {
        ...workingSettings,
        DATA_DIR: dataDir,
        AUTH_SECRET: 'the secret of a test, long enough',
      }
      const { database, close } = await openDatabase(readConfig(settings), () => {})
      await joinSite(database, settings.AUTH_SECRET)
      await close()
      const { code, out, err } = await start({ ...settings, AUTH_SECRET: secret }).ended
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(
        /^This database was used with another secret: put the old file `secret` into DATA_DIR [^\n]* or run `npm run admin -- secret accept`[^\n]*\n$/,
      )
      if (secret) expect(err).not.toContain(secret)
      expect(existsSync(join(dataDir, 'secret'))).toBe(false)
    },
  )

  test.skipIf(postgresUrl !== null)(
    'the line names DATA_DIR and DATABASE_URL when another process uses the data folder',
    async () => {
      const lock = lockDirectory(workingSettings.DATA_DIR ?? '')
      const { code, out, err } = await start(workingSettings).ended
      lock.release()
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(
        /^DATA_DIR [^\n]* is in use by process \d+ [^\n]*: [^\n]* set DATABASE_URL to run several servers\n$/,
      )
    },
  )

  test.skipIf(postgresUrl === null)(
    'the line names DATABASE_URL, without its password, when PostgreSQL refuses the connection',
    async () => {
      const missing = Object.assign(new URL(workingSettings.DATABASE_URL ?? ''), {
        pathname: '/missing',
        password: 'hunter2',
      }).href
      const { code, out, err } = await start({ ...workingSettings, DATABASE_URL: missing }).ended
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(
        /^The database refused the connection to DATABASE_URL: [^\n]*"missing" does not exist[^\n]*\n$/,
      )
      expect(err).not.toContain('hunter2')
    },
  )
})

test('a server without users prints five lines at its start, among them the address for its operator, logs no secret, and stops gracefully on SIGTERM', async () => {
  const { child, output, ended } = start({ ...workingSettings, LOG_LEVEL: 'trace', APP_NAME: 'Ämpel' })
  const url = `http://localhost:${workingSettings.PORT}`
  await expect.poll(() => output.out, { timeout: startMs }).toContain('Start here')
  // Log lines may appear between the printed lines.
  const isLogged = (line: string) => line.startsWith('{')
  expect(
    output.out
      .split('\n')
      .filter(line => !isLogged(line))
      .slice(0, 5),
  ).toEqual([
    expect.stringMatching(new RegExp(`^Ämpel listens at ${url} \\(version \\d+\\.\\d+\\.\\d+\\)$`)),
    expect.stringMatching(/^Database: (embedded, in|PostgreSQL at) /),
    expect.stringMatching(/^Mail: not sent, read it at http:\/\/localhost:\d+\/mailbox\/[\w-]{22}$/),
    expect.stringMatching(
      /^Operator: whoever signs in and opens http:\/\/localhost:\d+\/site#[\w-]{43} becomes it/,
    ),
    `Start here: ${url}/signup`,
  ])
  const claim = /\/site#([\w-]+)/.exec(output.out)?.[1] ?? ''

  const ana = new TestUser(url, { name: 'Ana', email: 'ana@example.org' })
  await ana.register()
  const mailbox = /read it at http:\/\/localhost:\d+(\S+)/.exec(output.out)?.[1] ?? ''
  const sentEmails = async () => {
    const { body: list } = await ana.request('GET', mailbox)
    const paths = [...String(list).matchAll(/href="(\/mailbox\/[\w-]+\/\w+)"/g)].map(
      ([, path]) => `${path}/html`,
    )
    return (await Promise.all(paths.map(async path => String((await ana.request('GET', path)).body)))).join()
  }
  const code = (await sentEmails()).match(/oobCode=([\w-]+)/)?.[1] ?? ''
  await ana.verify(code)
  await ana.call(api.signIn, { body: { email: ana.email, password: 'wrong password' } })
  await ana.signIn()
  await ana.ok(api.claimSite, { body: { token: claim } })
  expect(await ana.ok(api.readSession)).toMatchObject({ account: { displayName: 'Ana', isOperator: true } })
  const session = ana.cookie.split('=')[1] ?? ''
  await ana.request('POST', `${functionsPath}/sendCustomPasswordReset`, { data: { email: ana.email } })
  const token = (await sentEmails()).match(/token=([\w-]+)/)?.[1] ?? ''
  const data = { token, newPassword: 'another password' }
  expect((await ana.request('POST', `${functionsPath}/resetPasswordWithToken`, { data })).status).toBe(200)

  child.kill('SIGTERM')
  const { code: exit, out, err } = await ended
  expect([exit, err]).toEqual([0, ''])
  const logged = out.split('\n').filter(isLogged)
  expect(logged.length).toBeGreaterThan(5)
  for (const line of logged) expect(JSON.parse(line)).toMatchObject({ time: expect.stringMatching(/Z$/) })
  for (const secret of [
    ana.email,
    ana.password,
    'wrong password',
    'another password',
    code,
    session,
    token,
  ]) {
    expect(secret.length).toBeGreaterThan(5)
    expect(out).not.toContain(secret)
  }
})

test('warnings and lines of the database are JSON in the log', async () => {
  const onSignal = `process.on('SIGUSR2', () => process.emitWarning('odd weather'))`
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(onSignal)}`]
  const { child, output, ended } = start(workingSettings, preload)
  await expect.poll(() => output.out, { timeout: startMs }).toContain('Start here')
  child.kill('SIGUSR2')
  const logged = () =>
    output.out.split('\n').flatMap(line => (line.startsWith('{') ? [JSON.parse(line)] : []))
  await expect
    .poll(logged)
    .toContainEqual(expect.objectContaining({ msg: 'odd weather', warning: 'Warning' }))
  // A connection that is lost during a statement fails the statement instead.
  const endConnections = () =>
    runOn(
      workingSettings.DATABASE_URL ?? '',
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'grouplight server %' and state = 'idle'`,
    )
  if (postgresUrl !== null)
    await expect
      .poll(async () => {
        await endConnections()
        return logged()
      })
      .toContainEqual(
        expect.objectContaining({ msg: expect.stringMatching(/^A database connection was lost: /) }),
      )
  child.kill('SIGTERM')
  expect((await ended).err).toBe('')
})

test('the server also starts under a file watcher, as in npm run dev', async () => {
  const { child, output, ended } = start(workingSettings, ['--watch', '--watch-preserve-output'])
  await expect.poll(() => output.out, { timeout: startMs }).toContain('Start here')
  child.kill('SIGTERM')
  expect((await ended).err).toBe('')
})
