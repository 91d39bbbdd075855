// `npm test` runs the unit and server tests, and then the journeys in Chromium. `npm test -- unit` or `npm test -- journeys` runs
// only one of these parts. `npm run test:all` also runs slow tests that seldom fail, and the main journey in Firefox and WebKit.
import { existsSync, readdirSync } from 'node:fs'
import { findChromium } from './chromium.mjs'
import { testEngines } from './engines.mjs'
import { build, env, install, run } from './prepare.mjs'

const words = process.argv.slice(2)
const isAll = words.includes('all')
const half = words.find(word => word !== 'all')
const scope = { ...env, ...(!isAll && { TEST_SCOPE: 'quick' }) }
const node = install()
build(node)

if (half !== 'journeys') {
  const without = hasPostgres() ? [] : ['--project', '!server on PostgreSQL']
  run(node, ['node_modules/vitest/vitest.mjs', 'run', ...without], { env: scope })
  if (without.length > 0) {
    console.warn(
      '\n*** NOT TESTED ON POSTGRESQL: none is installed (Debian: apt-get install postgresql). ***\n',
    )
  }
}

if (half !== 'unit') {
  run(node, ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'], {
    env: { ...scope, CHROMIUM: findChromium() },
  })
  if (isAll) testEngines(node)
}

function hasPostgres() {
  const debian = existsSync('/usr/lib/postgresql') && readdirSync('/usr/lib/postgresql').length > 0
  return debian || (process.env.PATH ?? '').split(':').some(folder => existsSync(`${folder}/initdb`))
}
