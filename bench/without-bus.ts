import pino from 'pino'
import { createApp } from '../server/src/app.ts'
import { systemClock } from '../server/src/clock.ts'
import { readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/database/open-database.ts'

// Like `main.ts` on PostgreSQL, but without a bus.
const config = readConfig(process.env)
const log = pino(pino.destination({ sync: true, minLength: 4_096, periodicFlush: 1_000 }))
const opened = await openDatabase(config, line => console.error(line))
const app = await createApp({
  config: { ...config, databaseUrl: undefined },
  clock: systemClock,
  log,
  opened,
})
await app.listen()

process.once('SIGTERM', async () => {
  await app.close()
  process.exit(0)
})
