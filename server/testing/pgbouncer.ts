import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, untilListening } from './free-port.ts'
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
  await untilListening(port, pooler)
  return {
    url: Object.assign(database, { port: String(port) }).href,
    async stop() {
      pooler.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
