import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { giveToPostgres } from './postgres.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(path => existsSync(path))

export const hasPgbouncer = program !== undefined

/** Starts PgBouncer on a free port, before the database at `url`. Returns the URL of the database there. */
export async function startPgbouncer(
  url: string,
  mode: 'session' | 'transaction' | 'statement',
  settings: string[] = [],
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'grouplight-pgbouncer-'))
  const owner = await giveToPostgres(folder)
  const port = await freePort()
  const database = new URL(url)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${database.hostname} port=${database.port} user=${database.username}`,
      '[pgbouncer]',
      ...[`listen_addr = 127.0.0.1`, `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
      ...[`pool_mode = ${mode}`, 'max_client_conn = 200', 'default_pool_size = 50', ...settings],
    ].join('\n'),
  )
  const pooler = spawn(program ?? '', [file], { ...owner, stdio: 'ignore' })
  const ended = once(pooler, 'exit')
  for (let tries = 0; tries < 100 && pooler.exitCode === null && !(await isOpen(port)); tries++)
    await wait(100)
  return {
    url: Object.assign(database, { port: String(port) }).href,
    async stop() {
      pooler.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isConnected
}
