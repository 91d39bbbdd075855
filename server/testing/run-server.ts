import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { inject } from 'vitest'
import { type Config, readConfig } from '#platform/config/config.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { newId } from '#platform/tokens.ts'
import { type App, createApp } from '#start/app.ts'
import { freePort } from './free-port.ts'
import { runningNodes } from './live-screen.ts'
import { createDatabase } from './postgres.ts'
import type { TestClock } from './test-clock.ts'

export type Server = {
  app: App
  readonly config: Config
  readonly settings: Record<string, string | undefined>
  readonly listeners: Listeners
  stop(): Promise<void>
}

type Listeners = Set<(logLine: string) => void>

/** Starts a server on a copy of the migrated database. Most limits are too high to be reached. */
export async function startServer(clock: TestClock, env: Record<string, string>): Promise<Server> {
  const dataDir = mkdtempSync(join(inject('folder'), 'server-'))
  const postgresUrl = inject('postgresUrl')
  if (postgresUrl === null)
    cpSync(join(inject('embeddedTemplate'), 'pgdata'), join(dataDir, 'pgdata'), { recursive: true })
  const settings = {
    PORT: String(await freePort()),
    HOST: 'localhost',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.LOG_LEVEL,
    ...(postgresUrl && {
      DATABASE_URL: await createDatabase(postgresUrl, newId(), 'migrated'),
      AUTH_SECRET: 'the secret of a test, long enough',
    }),
    ...generousLimits,
    ...env,
  }
  const [config, listeners]: [Config, Listeners] = [readConfig(settings), new Set()]
  const app = await runNode(config, clock, listeners)
  const server: Server = {
    ...{ app, config, settings, listeners },
    async stop() {
      // Otherwise the server would wait whether an idle client sends another request.
      server.app.http.server.closeIdleConnections()
      await server.app.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return server
}

export async function runNode(config: Config, clock: TestClock, listeners: Listeners): Promise<App> {
  const write = (line: string) => {
    for (const listener of listeners) listener(line)
    if (process.env.LOG_LEVEL) process.stdout.write(line)
  }
  const log = pino({ level: config.logLevel }, { write })
  const opened = await openDatabase(config, () => {})
  const app = await createApp({ config, clock, log, opened })
  await app.listen()
  runningNodes.add(app.services)
  return { ...app, close: () => app.close().finally(() => runningNodes.delete(app.services)) }
}

const generousLimits = {
  LIMIT_SIGN_UPS_PER_IP: '100000',
  LIMIT_VERIFICATION_EMAILS_PER_IP: '100000',
  LIMIT_FAILED_SIGN_INS_PER_IP: '100000',
  LIMIT_PASSWORD_RESETS_PER_IP: '100000',
  LIMIT_WRONG_CODES_PER_IP: '100000',
  LIMIT_INVITATIONS_ON_FIRST_DAY: '100000',
  LIMIT_INVITATIONS_PER_ADDRESS: '100000',
  LIMIT_REQUESTS_PER_SECOND: '100000',
  LIMIT_CHANGES_PER_MINUTE: '100000',
}
