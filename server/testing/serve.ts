import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { LiveMessage } from '@grouplight/contract/live.ts'
import pino from 'pino'
import { createApp } from '#app.ts'
import { readConfig } from '#config.ts'
import { openDatabase } from '#database/open-database.ts'
import { runMaintenance } from '#maintenance/maintenance.ts'
import { TestClock } from './test-clock.ts'

/** What the parent process may ask for: put the clock forward (and do what time brings about), run plain SQL, tell somebody something often. */
export type Ask =
  | { advanceMs: number }
  | { sql: string }
  | { userId: string; message: LiveMessage; times: number }

// The real server in a process of its own, for the browser journeys: only its clock can be set, by the parent process.
const config = readConfig(process.env)
const clock = new TestClock()
const opened = await openDatabase(config, line => console.error(line))
const app = await createApp({ config, clock, log: pino({ level: config.logLevel }), opened })
await app.listen()
process.send?.('ready')

process.on('message', async (ask: Ask) => {
  if ('advanceMs' in ask) {
    clock.advance(ask.advanceMs)
    await runMaintenance(app.services)
    app.services.emailWorker.wake()
  } else if ('userId' in ask) {
    for (let time = 0; time < ask.times; time++) {
      app.services.hub.sendTo(ask.userId, ask.message)
      await turnOfTheLoop()
    }
  } else {
    await opened.database.execute(ask.sql)
  }
  process.send?.('done')
})

process.on('disconnect', async () => {
  await app.close()
  process.exit(0)
})
