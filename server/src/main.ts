import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { createApp, hasMailbox } from '#app.ts'
import { systemClock } from '#clock.ts'
import { type Config, ConfigError, readConfig } from '#config.ts'
import { type OpenDatabase, openDatabase } from '#database/database.ts'
import { EmbeddedRefusal } from '#database/embedded/embedded-refusal.ts'
import { sweepRegularly } from '#sweep.ts'

/** Starts the server, says in four lines what it is, and stops it gracefully on SIGINT or SIGTERM. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({
    level: config.logLevel,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.password', '*.token', '*.cookie', '*.authorization'],
  })
  const opened = await openPatiently(config)
  const app = await createApp({ config, clock: systemClock, log, opened })
  await app.http.listen({ port: config.port, host: config.host })
  const stopSweeping = sweepRegularly(app.services)

  console.log(`${config.appName} listens at ${config.appUrl}`)
  console.log(
    config.databaseUrl
      ? `Database: PostgreSQL at ${new URL(config.databaseUrl).host}`
      : `Database: embedded, in ${config.dataDir}`,
  )
  console.log(mailLine(config))
  console.log(`Start here: ${config.appUrl}/signup`)

  const stop = async () => {
    stopSweeping()
    await app.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
}

function mailLine({ smtpUrl, appUrl, ...config }: Config): string {
  if (smtpUrl) return `Mail: by ${new URL(smtpUrl).host}`
  if (hasMailbox(config)) return `Mail: stays here, read it at ${appUrl}/mailbox`
  return 'Mail: nothing is sent: set SMTP_URL'
}

/** A PostgreSQL that starts at the same moment may need a little; what is wrong for good stops the start at once. */
async function openPatiently(config: Config): Promise<OpenDatabase> {
  const tries = 30
  for (let left = tries; ; left--) {
    try {
      return await openDatabase(config, line => console.error(line))
    } catch (error) {
      const code = String(
        (error as { code?: unknown; cause?: { code?: unknown } }).code ??
          (error as Error & { cause?: { code?: unknown } }).cause?.code,
      )
      if (
        !config.databaseUrl ||
        left === 0 ||
        !/^(ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|57P03)$/.test(code)
      )
        throw error
      if (left === tries)
        console.error(
          `The database at ${new URL(config.databaseUrl).host} cannot be reached (${code}): trying for a minute.`,
        )
      await wait(2_000)
    }
  }
}

main().catch(error => {
  const isExpected = error instanceof ConfigError || error instanceof EmbeddedRefusal
  console.error(isExpected ? error.message : whatWentWrong(error))
  process.exit(1)
})

function whatWentWrong(error: unknown): string {
  const { code, port, address, message } = error as NodeJS.ErrnoException & {
    port?: number
    address?: string
  }
  if (code === 'EADDRINUSE') return `PORT ${port} is in use by another process: set PORT to a free one.`
  if (code === 'EACCES' && address) return `PORT ${port} cannot be opened: ${message}`
  if (/^(28\w{3}|3D000)$/.test(String(code))) return `DATABASE_URL is refused by the database: ${message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
