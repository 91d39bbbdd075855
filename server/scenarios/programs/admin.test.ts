import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { closeCodes } from '@grouplight/contract/live.ts'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { checkBackup, type Header } from '#operator/backup/backup-file.ts'
import { latestVersion } from '#platform/database/migration-files.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { freePort } from '#testing/free-port.ts'
import { createDatabase } from '#testing/postgres.ts'
import { programEnv } from '#testing/program-env.ts'
import { TestUser } from '#testing/test-user.ts'
import { startMs } from '#testing/time-limits.ts'

const program = (name: string) => fileURLToPath(new URL(`../../src/start/${name}.ts`, import.meta.url))
const postgresUrl = inject('postgresUrl')

let folder: string
let dataDir: string
let url: string
let env: Record<string, string>
let server: ChildProcess | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'grouplight-admin-'))
  dataDir = join(folder, 'data')
  const port = String(await freePort())
  url = `http://localhost:${port}`
  env = {
    ...programEnv,
    PORT: port,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...(postgresUrl !== null && {
      DATABASE_URL: await createDatabase(postgresUrl, newId()),
      AUTH_SECRET: 'the secret of a test, long enough',
    }),
  }
  mkdirSync(dataDir, { mode: 0o700 })
  if (postgresUrl !== null) return
  const pgdata = join(dataDir, 'pgdata')
  cpSync(join(inject('embeddedTemplate'), 'pgdata'), pgdata, { recursive: true })
  chmodSync(pgdata, 0o700)
})
afterEach(async () => {
  await stop('SIGTERM')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Each test starts many programs, one after the other.
describe('the real command line', { timeout: 5 * startMs }, () => {
  test('acts on the running server, which notifies open pages and ends sessions', async () => {
    await start()
    expect(statSync(join(dataDir, 'control.sock')).mode & 0o777).toBe(0o600)
    const ana = new TestUser(url, { name: 'Ana', email: 'ana@example.org' })
    await ana.register()
    expect(await admin('users', 'verify', 'Ana@Example.org')).toEqual(done('ana@example.org is verified.'))
    await ana.signIn()
    const screen = await ana.open()

    expect(await admin('users', 'operator', ana.email, 'on')).toEqual(
      done(`ana@example.org is an operator.\nThe page is ${url}/site`),
    )
    await screen.next(([name]) => name === 'account.changed')
    await ana.ok(api.readSiteState)
    expect(await admin('users', 'operator', ana.email, 'off')).toEqual(
      done('ana@example.org is no operator.'),
    )
    expect((await ana.call(api.readSiteState)).status).toBe(404)
    expect(await admin('announce', 'Back', 'at', 'noon.')).toEqual(done('1 user was notified.'))
    await screen.next(([name]) => name === 'notifications.changed')
    expect((await ana.ok(api.listNotifications)).notifications).toMatchObject([{ message: 'Back at noon.' }])

    await ana.onAnotherDevice()
    expect(await admin('users', 'sign-out', ana.email)).toEqual(
      done('ana@example.org is signed out everywhere: 2 sessions ended.'),
    )
    expect(await screen.closed).toBe(closeCodes.sessionEnded)
    expect(await ana.ok(api.readSession)).toEqual({ account: null })
    expect(await admin('users', 'sign-out', ana.email)).toEqual(done('ana@example.org was not signed in.'))
    await ana.signIn()
    const next = await ana.open()
    expect(await admin('users', 'disable', ana.email)).toEqual(
      done('ana@example.org is disabled and signed out everywhere.'),
    )
    expect(await next.closed).toBe(closeCodes.sessionEnded)
    expect(await ana.ok(api.readSession)).toEqual({ account: null })
    const { out } = await admin('users', 'list')
    expect(out).toMatch(
      /^EMAIL +NAME +STATE .*\nana@example\.org +Ana +disabled +0 +0 +0 +\d{4}-\d\d-\d\d\n1 account\n$/,
    )
    expect(await admin('users', 'delete', ana.email)).toEqual(
      done('The account of ana@example.org is deleted.'),
    )
    expect(await admin('users', 'delete', ana.email)).toEqual({
      exit: 1,
      out: '',
      err: 'Nobody has an account with the address ana@example.org.\n',
    })
  })

  test('works without a running server, even if a killed server has left its socket', async () => {
    await start()
    const ben = new TestUser(url, { name: 'Ben', email: 'ben@example.org' })
    await ben.register()
    await stop('SIGKILL')
    expect(existsSync(join(dataDir, 'control.sock'))).toBe(true)

    expect(await admin('users', 'verify', ben.email)).toEqual(done('ben@example.org is verified.'))
    const { out } = await admin('users', 'list', '--search', 'BEN@', '--json')
    expect(JSON.parse(out)).toMatchObject({
      email: ben.email,
      displayName: 'Ben',
      state: 'active',
      groups: 0,
    })
    const link = (await admin('link', 'reset', ben.email)).out.split('\n')[0] ?? ''

    await start()
    await ben.ok(api.signIn, { body: { email: ben.email, password: ben.password } })
    const token = new URL(link).searchParams.get('token')
    const data = { token, newPassword: 'battery staple' }
    await ben.request('POST', '/functions/us-central1/resetPasswordWithToken', { data })
    await ben.signIn('battery staple')
  })

  test('backs up while the server runs, and a server started on the restored backup has the users and groups', async () => {
    await start()
    const cyd = await member('Cyd')
    const { id: groupId } = await cyd.ok(api.createGroup, { body: { name: 'Mountain Rescue' } })

    const file = join(folder, 'monday.backup')
    const { exit, out, err } = await admin('backup', 'monday.backup')
    expect([exit, err]).toEqual([0, ''])
    expect(out).toMatch(new RegExp(`^${file}: \\d+ tables, \\d+ rows, as of .*\\.\n$`))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    // Each process finds its own working folder at this path. The server's one is another.
    expect(await admin('backup', '/proc/self/cwd/own.backup')).toMatchObject({ exit: 0, err: '' })
    expect(await checkBackup(join(folder, 'own.backup'))).toMatchObject({ schema: latestVersion() })
    expect(await admin('restore', file)).toMatchObject({
      exit: 1,
      err: expect.stringMatching(/^A server runs here: stop it first\.\n$/),
    })
    expect(await backUpIntoFile(join(folder, 'streamed'))).toEqual({ exit: 0, err: '' })
    expect(await checkBackup(join(folder, 'streamed'))).toMatchObject({ schema: latestVersion() })
    expect(await backUpIntoFile('/dev/full')).toEqual({ exit: 1, err: expect.stringMatching(/ENOSPC/) })
    await stop('SIGKILL')
    expect(await backUpIntoFile(join(folder, 'streamed-stopped'))).toEqual({ exit: 0, err: '' })
    const tables = ({ tables }: Header) => tables
    expect(tables(await checkBackup(join(folder, 'streamed-stopped')))).toEqual(
      tables(await checkBackup(file)),
    )
    env.DATA_DIR = dataDir = join(folder, 'elsewhere')
    if (postgresUrl !== null) env.DATABASE_URL = await createDatabase(postgresUrl, newId())
    const restored = await admin('restore', file)
    expect(restored).toMatchObject({ exit: 0, out: expect.stringMatching(/^Restored \d+ rows/) })
    if (postgresUrl === null) {
      expect(restored.out).toMatch(/put the old file `secret` into DATA_DIR/)
      expect(await admin('users', 'list')).toMatchObject({
        exit: 1,
        err: expect.stringMatching(/^This database was used with another secret: [^\n]*\n$/),
      })
      expect((await admin('doctor')).out).toMatch(
        /^WRONG +database +This database was used with another secret/m,
      )
      copyFileSync(join(folder, 'data', 'secret'), join(dataDir, 'secret'))
    }
    await start()
    expect(await cyd.ok(api.readSession)).toMatchObject({ account: { displayName: 'Cyd' } })
    await cyd.signIn()
    expect(await cyd.ok(api.readGroup, { params: { groupId } })).toMatchObject({ name: 'Mountain Rescue' })
  })

  test('checks a site with or without a running server, and reports what is wrong', async () => {
    await start()
    const running = await admin('doctor')
    expect([running.exit, running.err]).toEqual([0, ''])
    expect(running.out).toMatch(/^ok +version +\d+\.\d+\.\d+$/m)
    expect(running.out).toMatch(/^ok +server +runs here/m)
    expect(running.out).toMatch(/^ok +groups +every group has its creator/m)
    await stop('SIGTERM')
    const stopped = await admin('doctor')
    expect([stopped.exit, stopped.err]).toEqual([0, ''])
    expect(stopped.out).toMatch(/^ok +server +does not run here/m)
    expect(stopped.out).not.toContain('WRONG')

    chmodSync(dataDir, 0o755)
    const { exit, out, err } = await admin('doctor')
    expect([exit, err]).toEqual([1, 'One thing is wrong.\n'])
    expect(out).toMatch(/^WRONG +data folder .* has the mode 755: other users may read it/m)
    chmodSync(dataDir, 0o700)
    const broken: Record<string, string> =
      postgresUrl === null
        ? { DATA_DIR: join(folder, 'none') }
        : { DATABASE_URL: 'postgres://127.0.0.1:1/none' }
    expect(await adminWith(broken, 'doctor')).toMatchObject({
      exit: 1,
      out: expect.stringMatching(/^WRONG +database /m),
    })
  })

  test.skipIf(postgresUrl !== null)(
    'refuses an unknown command, and without a command lists all',
    async () => {
      expect(await admin('users', 'fly')).toEqual({
        exit: 2,
        out: '',
        err: '“users fly” is not a command.\n`npm run admin` lists the commands.\n',
      })
      const { exit, out, err } = await admin()
      expect([exit, err]).toEqual([0, ''])
      expect(out).toContain('users disable <email>')
    },
  )

  test.skipIf(postgresUrl === null)(
    'acts on a server that uses the same database, even if the data folders differ',
    async () => {
      await start()
      const dan = new TestUser(url, { name: 'Dan', email: 'dan@example.org' })
      await dan.register()
      const elsewhere = { DATA_DIR: join(folder, 'another machine') }
      expect(await adminWith(elsewhere, 'users', 'verify', dan.email)).toMatchObject({ exit: 0, err: '' })
      await dan.signIn()
      const screen = await dan.open()
      expect(await adminWith(elsewhere, 'users', 'disable', dan.email)).toMatchObject({ exit: 0, err: '' })
      expect(await screen.closed).toBe(closeCodes.sessionEnded)
    },
  )

  test('changes the secret only by `secret accept`', async () => {
    const before = env
    // Nothing listens on this port.
    const HOOK_HOSTS = 'http://127.0.0.1:9'
    env = {
      ...before,
      ...(postgresUrl !== null && { DATABASE_URL: await createDatabase(postgresUrl, newId()) }),
      DATA_DIR: join(folder, 'changed'),
      HOOK_HOSTS,
    }
    await start()
    const dan = await member('Dan')
    const { id: groupId } = await dan.ok(api.createGroup, { body: { name: 'Choir' } })
    await dan.ok(api.createGroupHook, {
      params: { groupId },
      body: { name: 'Lamp', kind: 'chat', url: HOOK_HOSTS },
    })
    await dan.ok(api.createBoard, { params: { groupId }, body: {} })
    const other = { AUTH_SECRET: 'the new secret of a test, long enough' }
    expect(await adminWith(other, 'secret', 'accept')).toMatchObject({
      exit: 1,
      err: 'A server runs on this database: stop all servers first.\n',
    })
    const { publicKey } = await dan.ok(api.listDevices)
    await stop('SIGTERM')

    env = { ...env, ...other }
    const refused = /^This database was used with another secret: [^\n]*\n$/
    expect(await admin('link', 'reset', dan.email)).toMatchObject({
      exit: 1,
      err: expect.stringMatching(refused),
    })
    expect((await admin('secret', 'accept')).out).toMatch(/^AUTH_SECRET is the new secret of the database\./)
    await start()
    expect(await dan.ok(api.readSession)).toEqual({ account: null })
    // The sessions of the old secret end like expired sessions, so their user becomes Unavailable.
    await dan.signIn()
    const status = async () => (await dan.ok(api.readGroup, { params: { groupId } })).members[0]?.status
    await expect.poll(status, { timeout: startMs }).toBe(false)
    expect((await dan.ok(api.listDevices)).publicKey).not.toBe(publicKey)
    expect((await dan.ok(api.listGroupHooks, { params: { groupId } })).hooks).toEqual([])
    expect((await dan.ok(api.listBoards, { params: { groupId } })).boards).toEqual([])
    env = before
  })

  test.skipIf(postgresUrl === null)('moves a site to PostgreSQL, where users stay signed in', async () => {
    const onPostgres = env
    const { DATABASE_URL: _, AUTH_SECRET: __, ...settings } = env
    env = { ...settings, DATA_DIR: join(folder, 'embedded') }
    await start()
    const eva = await member('Eva')
    const { id: groupId } = await eva.ok(api.createGroup, { body: { name: 'Lighthouse' } })
    const link = (await admin('link', 'reset', eva.email)).out.split('\n')[0] ?? ''

    const target = { DATABASE_URL: await createDatabase(postgresUrl ?? '', newId()) }
    const move = (AUTH_SECRET: string) => adminWith({ ...target, AUTH_SECRET }, 'move-to-postgres')
    const secret = readFileSync(join(folder, 'embedded', 'secret'), 'utf8')
    expect(await move(secret)).toMatchObject({ exit: 1, err: 'A server runs here: stop it first.\n' })
    await stop('SIGTERM')
    expect(await move('another secret of a test, as long')).toMatchObject({
      exit: 1,
      err: expect.stringMatching(/^AUTH_SECRET is not the secret of DATA_DIR [^\n]*\n$/),
    })
    const { exit, out, err } = await move(secret)
    expect([exit, err]).toEqual([0, ''])
    expect(out).toMatch(/^users: 1 rows$/m)
    expect(out).toMatch(/^All \d+ rows were copied, [^\n]*\n$/m)

    env = { ...onPostgres, ...target, AUTH_SECRET: secret }
    await start()
    expect(await eva.ok(api.readSession)).toMatchObject({ account: { displayName: 'Eva' } })
    expect(await eva.ok(api.readGroup, { params: { groupId } })).toMatchObject({ name: 'Lighthouse' })
    const data = { token: new URL(link).searchParams.get('token'), newPassword: 'battery staple' }
    await eva.request('POST', '/functions/us-central1/resetPasswordWithToken', { data })
    await eva.signIn('battery staple')
    env = onPostgres
  })

  test.skipIf(postgresUrl !== null)('creates nothing if no database exists', async () => {
    const nowhere = join(folder, 'nowhere')
    const { exit, err } = await adminWith({ DATA_DIR: nowhere }, 'users', 'list')
    expect([exit, err]).toEqual([
      1,
      `There is no database in DATA_DIR ${nowhere} yet: start the server once to create it.\n`,
    ])
    expect(existsSync(nowhere)).toBe(false)
  })
})

const done = (line: string) => ({ exit: 0, out: `${line}\n`, err: '' })

function admin(...args: string[]) {
  return adminWith({}, ...args)
}

async function adminWith(settings: Record<string, string>, ...args: string[]) {
  const child = runAdmin(settings, args)
  const [out, err, [exit]] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stderr as Readable),
    once(child, 'exit'),
  ])
  return { exit, out, err }
}

function runAdmin(settings: Record<string, string>, args: string[], out: 'pipe' | number = 'pipe') {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program('admin'), ...args], {
    cwd: folder,
    env: { ...env, ...settings },
    stdio: ['ignore', out, 'pipe'],
  })
}

async function backUpIntoFile(path: string) {
  const child = runAdmin({}, ['backup', '-'], openSync(path, 'w'))
  const [err, [exit]] = await Promise.all([text(child.stderr as Readable), once(child, 'exit')])
  return { exit, err }
}

async function member(name: string): Promise<TestUser> {
  const user = new TestUser(url, { name, email: `${name.toLowerCase()}@example.org` })
  await user.register()
  await admin('users', 'verify', user.email)
  await user.signIn()
  return user
}

async function start(): Promise<void> {
  server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program('main')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!server.stdout) throw new Error('no output')
  for await (const line of createInterface(server.stdout)) if (line.startsWith('Start here')) return
  throw new Error('The server did not start')
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill(signal)
  await exit
}
