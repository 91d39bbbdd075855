// `npm test` runs the unit and server tests, and then the journeys (browser tests) in Chromium. `npm test -- unit` runs only the unit and
// server tests, and `npm test -- journeys` only the journeys. `npm run test:all` also runs slow tests that seldom fail, and the main
// journey in Firefox and WebKit. `npm test -- embedded` runs every test of the server on the embedded database.
import { existsSync, readdirSync } from 'node:fs'
import { findChromium } from './chromium.mjs'
import { testEngines } from './engines.mjs'
import { build, env, install, run } from './prepare.mjs'

const words = process.argv.slice(2)
const isAll = words.includes('all')
const part = words.find(word => word !== 'all')
const testEnv = { ...env, TEST_SCOPE: isAll ? 'all' : 'quick' }
const node = install()
build(node)

if (part === 'embedded')
  run(node, ['node_modules/vitest/vitest.mjs', 'run', '--project', '*embedded'], { env })

if (part === undefined || part === 'unit') {
  const exclusion = hasPostgres() ? [] : ['--project', '!server on PostgreSQL']
  run(node, ['node_modules/vitest/vitest.mjs', 'run', ...exclusion], { env: testEnv })
  if (exclusion.length > 0) {
    console.warn(
      '\n*** NOT TESTED ON POSTGRESQL: none is installed (Debian: apt-get install postgresql). ***\n',
    )
  }
}

if (part === undefined || part === 'journeys') {
  run(node, ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'], {
    env: { ...testEnv, CHROMIUM: findChromium() },
  })
  if (isAll) testEngines(node)
}

function hasPostgres() {
  const debian = existsSync('/usr/lib/postgresql') && readdirSync('/usr/lib/postgresql').length > 0
  return debian || (process.env.PATH ?? '').split(':').some(folder => existsSync(`${folder}/initdb`))
}
