import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { startMs } from './time-limits.ts'

export type TestPostgres = {
  url: string
  pid: number
  stop(): Promise<void>
  /** Shuts PostgreSQL down in its fast mode, which closes all connections. `start` can start it again. */
  shutDown(): Promise<void>
  start(): Promise<void>
  /** From now on, the role must give its password. */
  requirePasswordOf(role: string): Promise<void>
}

export const hasPostgres = findBinaries() !== undefined

export const fastSettings = ['autovacuum=off']

/** Starts PostgreSQL on a free port with a new data folder. Returns null if PostgreSQL is not installed. */
export async function startPostgres(parameters: string[] = []): Promise<TestPostgres | null> {
  const binaries = findBinaries()
  if (!binaries) return null
  const folder = mkdtempSync(join(tmpdir(), 'grouplight-postgres-'))
  const owner = await giveToPostgres(folder)
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'grouplight', '-A', 'trust', '-E', 'UTF8'],
    { ...owner, stdio: 'ignore' },
  )
  const port = await freePort()
  const settings = [
    ...['listen_addresses=127.0.0.1', 'max_connections=200', ...parameters].flatMap(setting => [
      '-c',
      setting,
    ]),
    '-k',
    folder,
    '-p',
    String(port),
  ]
  const url = `postgres://grouplight@127.0.0.1:${port}/postgres`
  const run = async () => {
    const started = spawn(join(binaries, 'postgres'), ['-D', join(folder, 'data'), ...settings], {
      ...owner,
      stdio: 'ignore',
    })
    await waitUntilReady(url, started, join(folder, 'data'))
    return started
  }
  let postgres = await run()
  const shutDown = async () => {
    if (postgres.exitCode !== null) return
    const ended = new Promise(resolve => postgres.once('exit', resolve))
    postgres.kill('SIGINT')
    await ended
  }
  return {
    url,
    get pid() {
      return postgres.pid as number
    },
    shutDown,
    async start() {
      postgres = await run()
    },
    async requirePasswordOf(role) {
      const file = join(folder, 'data', 'pg_hba.conf')
      writeFileSync(file, `host all ${role} localhost scram-sha-256\n${readFileSync(file, 'utf8')}`)
      await runOn(url, 'select pg_reload_conf()')
    },
    async stop() {
      await shutDown()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function createDatabase(
  url: string,
  name: string,
  template = 'template1',
  options = '',
): Promise<string> {
  await runOn(url, `create database "${name}" template "${template}" ${options}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

export async function runOn(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * The environment variable POSTGRES_BIN names the folder of the programs of another version. If it is 'none', the tests run as on a
 * machine without PostgreSQL.
 */
function findBinaries(): string | undefined {
  if (process.env.POSTGRES_BIN === 'none') return undefined
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map(version => `/usr/lib/postgresql/${version}/bin`)
  return [process.env.POSTGRES_BIN, ...folders, ...(process.env.PATH ?? '').split(':')].find(
    folder => folder && existsSync(join(folder, 'initdb')),
  )
}

// PostgreSQL refuses to run as root. If the tests run as root, PostgreSQL runs as system user postgres, who must own the folder.
export async function giveToPostgres(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map(flag =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  )
  chownSync(folder, uid as number, gid as number)
  return { uid, gid }
}

async function waitUntilReady(url: string, postgres: ChildProcess, dataFolder: string): Promise<void> {
  for (const deadline = performance.now() + startMs; performance.now() < deadline; ) {
    if (postgres.exitCode !== null) break
    const client = new pg.Client(url)
    try {
      await client.connect()
      const { rows } = await client.query<{ data_directory: string }>('show data_directory')
      await client.end()
      // Another PostgreSQL server may listen on the port. Tests must write only to their own server.
      if (rows[0]?.data_directory === dataFolder) return
    } catch {
      await wait(100)
    }
  }
  postgres.kill('SIGKILL')
  throw new Error('The PostgreSQL of the tests did not start')
}
