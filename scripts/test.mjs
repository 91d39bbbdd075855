// - `npm test` runs the unit and server tests, and then the journeys (browser tests) in Chromium.
// - `npm test -- unit` runs only the unit and server tests.
// - `npm test -- journeys` runs only the journeys.
// - `npm test -- embedded` runs the tests of the server on the embedded database.
// - `npm run test:all` also runs slow tests that seldom fail, and the main journey in Firefox and WebKit.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { testEngines } from './engines.mjs'
import { build, env, install, root, run } from './prepare.mjs'

const words = process.argv.slice(2)
const isAll = words.includes('all')
const part = words.find(word => word !== 'all')
const testEnv = { ...env, TEST_SCOPE: isAll ? 'all' : 'quick' }
const reports = join(root, 'node_modules', '.cache', 'test-reports')
const node = install()
build(node)
const totals = { passed: 0, failed: 0, skipped: 0 }

if (part === 'embedded')
  run(node, ['node_modules/vitest/vitest.mjs', 'run', '--project', '*embedded'], { env })

if (part === undefined || part === 'unit') {
  const exclusion = hasPostgres() ? [] : ['--project', '!server on PostgreSQL']
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  run(node, ['node_modules/vitest/vitest.mjs', 'run', ...exclusion, ...reporters], { env: testEnv })
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
  count(numPassedTests, numFailedTests, numPendingTests)
  if (exclusion.length > 0) {
    console.warn(
      '\n*** NOT TESTED ON POSTGRESQL: none is installed (Debian: apt-get install postgresql). ***\n',
    )
  }
}

if (part === undefined || part === 'journeys') {
  const report = join(reports, 'playwright.json')
  const options = ['--config', 'e2e/playwright.config.ts', '--reporter=list,json']
  run(node, ['node_modules/@playwright/test/cli.js', 'test', ...options], {
    env: { ...testEnv, CHROMIUM: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  const { expected, flaky, unexpected, skipped } = JSON.parse(readFileSync(report, 'utf8')).stats
  count(expected + flaky, unexpected, skipped)
  if (isAll) testEngines(node)
}

if (totals.passed > 0)
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)

function count(passed, failed, skipped) {
  totals.passed += passed
  totals.failed += failed
  totals.skipped += skipped
}

function hasPostgres() {
  const debian = existsSync('/usr/lib/postgresql') && readdirSync('/usr/lib/postgresql').length > 0
  return debian || (process.env.PATH ?? '').split(':').some(folder => existsSync(`${folder}/initdb`))
}
