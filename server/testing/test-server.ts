import { setImmediate as nextTick } from 'node:timers/promises'
import type { LiveMessage } from '@grouplight/contract/live.ts'
import pino from 'pino'
import { runCommand } from '#operator/run-command.ts'
import { readConfig } from '#platform/config/config.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { createApp } from '#start/app.ts'
import { runMaintenance } from '#start/maintenance/maintenance.ts'
import { type Identity, insertUsers } from './insert-users.ts'
import { TestClock } from './test-clock.ts'

/** A command of the parent process. After advancing the clock, the server runs the maintenance jobs. */
export type ServerCommand =
  | { advanceMs: number }
  | { sql: string }
  | { newUsers: Identity[] }
  | { operator: string[] }
  | { userId: string; message: LiveMessage; times: number }
  | { ask: string; method: string; headers: Record<string, string>; body: unknown }

// Runs the server with a test clock, for the tests in `e2e/` and the tests of power cuts. Maintenance runs only on command.
const config = readConfig(process.env)
const clock = new TestClock()
const opened = await openDatabase(config, line => console.error(line))
const app = await createApp({ config, clock, log: pino({ level: config.logLevel }), opened })
await app.listen()
process.send?.('ready')

process.on('message', async (command: ServerCommand) => {
  if ('advanceMs' in command) {
    clock.advance(command.advanceMs)
    await runMaintenance(app.services)
    app.services.workers.email.wake()
    app.services.workers.push.wake()
  } else if ('userId' in command) {
    for (let time = 0; time < command.times; time++) {
      app.services.hub.receive(['sendTo', command.userId, command.message])
      await nextTick()
    }
  } else if ('ask' in command) {
    const { ask: path, method, headers, body } = command
    const init = {
      method,
      headers: { origin: config.appUrl, 'content-type': 'application/json', ...headers },
    }
    const { status } = await fetch(config.appUrl + path, { ...init, body: JSON.stringify(body) })
    process.send?.(status)
    return
  } else if ('newUsers' in command) {
    process.send?.(await insertUsers(app.services, command.newUsers))
    return
  } else if ('operator' in command) {
    const line = { args: command.operator, folder: config.dataDir }
    process.send?.(await runCommand(app.services, line, () => {}))
    return
  } else {
    await opened.database.execute(command.sql)
  }
  process.send?.('done')
})

process.on('disconnect', async () => {
  await app.close()
  process.exit(0)
})
