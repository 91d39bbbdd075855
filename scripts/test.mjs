// - `npm test` runs the unit and server tests, and then the journeys (browser tests) in Chromium.
// - `npm test -- unit` runs only the unit and server tests.
// - `npm test -- journeys` runs only the journeys.
// - `npm test -- embedded` runs the tests of the server on the embedded database.
// - `npm run test:all` also runs slow tests that seldom fail, and the main journey in Firefox and WebKit.
import { existsSync, readdirSync } from 'node:fs'
import { build, env, install } from './prepare.mjs'
import { runTests, totals } from './test-totals.mjs'

// The last line is also printed if this process ends early, for example because the web app cannot be built.
process.on('exit', code => {
  if (code !== 0 && totals.failed === 0) totals.failed = 1
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
})

const words = process.argv.slice(2)
const isAll = words.includes('all')
const part = words.find(word => word !== 'all')
const testEnv = { ...env, TEST_SCOPE: isAll ? 'all' : 'quick' }
const node = install()
build(node)

if (part === 'embedded') runVitest('embedded', ['--project', '*embedded'], env)
if (part === undefined || part === 'unit')
  runVitest('unit', hasPostgres() ? [] : ['--project', '!server on PostgreSQL'], testEnv)
if (part === undefined || part === 'journeys') {
  runPlaywright('journeys')
  if (isAll) runPlaywright('engines')
}
if (part === undefined || part === 'unit') warnWithoutPostgres()
if (totals.failed > 0) process.exitCode = 1

function runVitest(name, options, env) {
  const reporters = report => ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  runTests(
    name,
    report => [node, ['node_modules/vitest/vitest.mjs', 'run', ...options, ...reporters(report)], { env }],
    ({ numPassedTests, numFailedTests, numPendingTests }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests,
    }),
  )
}

function runPlaywright(name) {
  runTests(
    name,
    report => [node, [`scripts/${name}.mjs`], { env: { ...testEnv, PLAYWRIGHT_JSON_OUTPUT_FILE: report } }],
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

function warnWithoutPostgres() {
  if (hasPostgres()) return
  console.warn(
    '\n*** NOT TESTED ON POSTGRESQL: none is installed (Debian: apt-get install postgresql). ***\n',
  )
}
