import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pino, { type Logger } from 'pino'
import { startControlServer } from '#operator/control-server.ts'
import { openClaim } from '#operator/page/claim-site.ts'
import { systemClock } from '#platform/clock.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import { OperatorError, rootCause } from '#platform/config/operator-error.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { DatabaseFailure } from '#platform/database/postgres/explain-failure.ts'
import { watchSite } from '#platform/database/site.ts'
import { hasMailbox, mailboxPath } from '#platform/mail/mailbox.ts'
import { version } from '#platform/version.ts'
import { startMaintenance } from '#start/maintenance/maintenance.ts'
import { type App, createApp } from './app.ts'

const repeatedSignalMs = 500

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino(
    {
      level: config.logLevel,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.password', '*.token', '*.cookie', '*.authorization'],
    },
    // Lines are written in blocks, because writing each line separately would be slow.
    pino.destination({ sync: true, minLength: 4_096, periodicFlush: 1_000 }),
  )
  process.once('exit', () => log.flush())
  logWarnings(log)
  const opened = await openWithRetries(config, log)
  const app = await createApp({ config, clock: systemClock, log, opened })
  collectStartGarbage()
  await listen(app, config)
  opened.startWatchdog?.()
  const stopMaintenance = startMaintenance(app.services)
  const stopControl = await startControlServer(app.services)
  const claim = await openClaim(app.services)

  console.log(`${config.appName} listens at ${config.appUrl} (version ${version})`)
  console.log(
    config.databaseUrl
      ? `Database: PostgreSQL at ${new URL(config.databaseUrl).host}`
      : `Database: embedded, in ${config.dataDir}`,
  )
  console.log(mailLine(config, app.services.secret))
  if (claim) console.log(`Operator: whoever signs in and opens ${claim} becomes it, once and within 24 h`)
  console.log(`Start here: ${config.appUrl}/signup`)

  let stoppingSince: number | undefined
  const stop = async (exitCode = 0) => {
    if (stoppingSince !== undefined) {
      // The supervisor and npm may both pass on the same stop signal.
      if (performance.now() - stoppingSince < repeatedSignalMs) return
      // A later stop signal, or a refusal by `watchSite` during the stop, ends the process immediately. The database has already
      // stored every change that was answered.
      process.exit(1)
    }
    stoppingSince = performance.now()
    stopControl?.()
    await app.close(stopMaintenance())
    process.exit(exitCode)
  }
  const stopOrEnd = (exitCode: number) =>
    stop(exitCode).catch(error => {
      log.fatal({ error }, 'the server could not stop gracefully')
      process.exit(1)
    })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopOrEnd(0))
  watchSite(app.services.database, app.services.secret, refusal => {
    console.error(refusal.message)
    stopOrEnd(1)
  })
}

/** Logs the warnings of Node and of libraries, which Node would print as text. */
function logWarnings(log: Logger): void {
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => {
    if (name !== 'ExperimentalWarning') log.warn({ warning: name }, message)
  })
}

function mailLine(config: Config, secret: string): string {
  const { smtpUrl, appUrl } = config
  if (smtpUrl) return `Mail: sent over ${new URL(smtpUrl).host}`
  if (hasMailbox(config)) return `Mail: not sent, read it at ${appUrl}${mailboxPath(secret)}`
  return 'Mail: not sent until SMTP_URL is set'
}

/** Tries again for a minute if the failure may pass, for example while PostgreSQL restarts. Throws any other error immediately. */
async function openWithRetries(config: Config, log: Logger): Promise<OpenDatabase> {
  const tries = 30
  for (let left = tries; ; left--) {
    try {
      return await openDatabase(config, line => {
        log.warn(line)
        // The database may be about to end the process.
        log.flush()
      })
    } catch (error) {
      if (!(error instanceof DatabaseFailure && error.mayPass) || left === 0) throw error
      if (left === tries) console.error(`${error.message.replace(/\.$/, '')}: trying again for a minute.`)
      await wait(2_000)
    }
  }
}

async function listen(app: App, { host, port }: Config): Promise<void> {
  try {
    await app.listen()
  } catch (error) {
    const { code, message } = rootCause(error)
    if (code === 'EADDRINUSE')
      throw new OperatorError(`PORT ${port} is in use by another process: set PORT to a free one.`)
    if (code === 'EACCES') throw new OperatorError(`PORT ${port} cannot be opened: ${message}`)
    throw new OperatorError(`HOST is '${host}': it must be a name or an address of this machine (${code}).`)
  }
}

main().catch(error => {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
})

/** Returns the memory that only the start needed (20 to 60 MiB) to the operating system: see docs/decisions/memory-and-start.md. */
export function collectStartGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collectGarbage: (options: object) => void = runInNewContext('gc')
  collectGarbage({ type: 'major', flavor: 'last-resort' })
}
