import { mkdtempSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { systemClock } from '#platform/clock.ts'
import { readConfig } from '#platform/config/config.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { createApp } from '#start/app.ts'
import { startMaintenance } from '#start/maintenance/maintenance.ts'
import { createDemo } from './create-demo.ts'
import { introduction } from './introduction.ts'
import { serveSignInLinks } from './sign-in-links.ts'
import { simulateMembers } from './simulate-members.ts'

// Without HOST, a phone in the same network can open the site, too.
const host = process.env.HOST ?? addressInNetwork() ?? 'localhost'
const port = Number(process.env.PORT ?? 3000)
const dataDir = mkdtempSync(join(tmpdir(), 'grouplight-demo-'))
const config = readConfig({
  PORT: `${port}`,
  HOST: process.env.HOST ?? (host === 'localhost' ? host : '0.0.0.0'),
  APP_URL: `http://${host}:${port}`,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
})
const opened = await openDatabase(config, line => console.error(line))
const app = await createApp({ config, clock: systemClock, log: pino({ level: config.logLevel }), opened })
const { visitors, members } = await createDemo(app.services)
await app.listen()
const links = await serveSignInLinks(config, visitors)
const stopMembers = simulateMembers(config.appUrl, members)
const stopMaintenance = startMaintenance(app.services)

console.log(introduction(config.appName, links))

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (isStopping) return
    isStopping = true
    stopMembers()
    await app.close(stopMaintenance())
    rmSync(dataDir, { recursive: true, force: true })
    process.exit(0)
  })
}

function addressInNetwork(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap(found => found ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
