// - `npm test` runs the tests beside the code, and then the journeys (browser tests) that a user would miss first.
// - `npm test -- unit` runs only the tests beside the code.
// - `npm test -- embedded` runs the tests of the server as on a machine without PostgreSQL, with real password hashes.
// - `npm run test:system` runs `server/scenarios/`: kills, races, several nodes, and random requests.
// - `npm run test:journeys` runs all journeys.
// - `npm run test:all` runs all of these, and the main journey in Firefox and WebKit.
// Words after the suite are parts of paths: `npm test -- unit src/features/group` runs only these files.
import { existsSync, readdirSync } from 'node:fs'
import { findChromium } from './chromium.mjs'
import { build, env, install } from './prepare.mjs'
import { runTests, totals } from './test-totals.mjs'

// The last line is also printed if this process ends early, for example because the web app cannot be built.
process.on('exit', code => {
  if (code !== 0 && totals.failed === 0) totals.failed = 1
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
})

const [suite = 'main', ...paths] = process.argv.slice(2)
const isOneOf = (...suites) => suites.includes(suite)
const leftOut = []
const node = install()
build(node)

if (isOneOf('main', 'unit', 'all')) runVitest('unit', ['!scenarios*'])
if (isOneOf('embedded'))
  runVitest('embedded', ['server, embedded'], { POSTGRES_BIN: 'none', REAL_HASHES: '1' })
if (isOneOf('system', 'all')) runVitest('system', ['scenarios*'])
if (isOneOf('main')) runJourneys(['--grep', '@main'])
if (isOneOf('journeys', 'all')) runJourneys([])
if (isOneOf('all')) runPlaywright('engines', ['scripts/engines.mjs'])
if (!isOneOf('journeys') && !hasPostgres()) leftOut.push('PostgreSQL (Debian: apt-get install postgresql)')
if (leftOut.length > 0) console.warn(`\n*** NOT TESTED, because not installed: ${leftOut.join(', ')} ***\n`)
if (totals.failed > 0) process.exitCode = 1

function runVitest(name, projects, settings = {}) {
  const options = projects.map(project => `--project=${project}`)
  const reporters = report => ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  runTests(
    name,
    report => [
      node,
      ['node_modules/vitest/vitest.mjs', 'run', ...options, ...reporters(report), ...paths],
      { env: { ...env, ...settings } },
    ],
    ({ numPassedTests, numFailedTests, numPendingTests }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests,
    }),
  )
}

function runJourneys(options) {
  const chromium = findChromium()
  if (!chromium) {
    leftOut.push('the journeys in Chromium (Debian: apt-get install chromium)')
    return
  }
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...options, ...paths]
  runPlaywright('journeys', ['node_modules/@playwright/test/cli.js', ...args], { CHROMIUM: chromium })
}

function runPlaywright(name, args, settings = {}) {
  runTests(
    name,
    report => [node, args, { env: { ...env, ...settings, PLAYWRIGHT_JSON_OUTPUT_FILE: report } }],
    ({ stats, suites }) => {
      const flaky = suites.flatMap(flakyIn)
      if (flaky.length > 0) console.warn(`\n${flaky.length} passed only when repeated: ${flaky.join(', ')}\n`)
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
    },
  )
}

function flakyIn({ specs = [], suites = [] }) {
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  const names = flaky.map(({ title, file, line }) => `${title} (${file}:${line})`)
  return [...names, ...suites.flatMap(flakyIn)]
}

function hasPostgres() {
  const debian = existsSync('/usr/lib/postgresql') && readdirSync('/usr/lib/postgresql').length > 0
  return debian || (process.env.PATH ?? '').split(':').some(folder => existsSync(`${folder}/initdb`))
}
