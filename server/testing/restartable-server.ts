import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { findMailbox } from './find-mailbox.ts'
import { freePort } from './free-port.ts'
import { type KillableServer, startServer } from './killable-server.ts'
import { createDatabase } from './postgres.ts'

type RestartableServer = { url: string; mailbox: string; kill(): Promise<void>; start(): Promise<void> }

/**
 * Returns a function that starts a server on an empty database, and first kills the server that it started before. After a kill, the
 * server can be started again with its data. The server is killed after the tests of the file. `name` is part of the names of its data folder and its database.
 */
export function useRestartableServer(name: string): (env?: NodeJS.ProcessEnv) => Promise<RestartableServer> {
  const dataDir = mkdtempSync(join(tmpdir(), `grouplight-${name}-`))
  let server: KillableServer | undefined
  const kill = async () => server?.kill()
  afterAll(async () => {
    await kill()
    rmSync(dataDir, { recursive: true, force: true })
  })

  return async (env = {}) => {
    await kill()
    const postgresUrl = inject('postgresUrl')
    rmSync(join(dataDir, 'pgdata'), { recursive: true, force: true })
    if (postgresUrl === null)
      cpSync(join(inject('embeddedTemplate'), 'pgdata'), join(dataDir, 'pgdata'), { recursive: true })
    const port = String(await freePort())
    const settings = {
      PORT: port,
      DATA_DIR: dataDir,
      ...env,
      ...(postgresUrl !== null && {
        DATABASE_URL: await createDatabase(postgresUrl, `${name}_${port}`, 'migrated'),
        AUTH_SECRET: 'the secret of a test, long enough',
      }),
    }
    const start = async () => {
      server = startServer(settings)
      await server.ready()
    }
    await start()
    return { url: `http://localhost:${port}`, mailbox: findMailbox(settings), kill, start }
  }
}
