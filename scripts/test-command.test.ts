import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

// These programs stand in for Vitest and Playwright. UNIT and JOURNEYS tell what they report. Without a report, they crash.
const fakeVitest = fakeProgram(
  'UNIT',
  `process.argv.find(arg => arg.startsWith('--outputFile')).split('=')[1]`,
)
const fakePlaywright = fakeProgram('JOURNEYS', 'process.env.PLAYWRIGHT_JSON_OUTPUT_FILE')

const goodUnit = { numPassedTests: 30, numFailedTests: 0, numPendingTests: 3 }
const badUnit = { numPassedTests: 28, numFailedTests: 2, numPendingTests: 3 }
const goodJourneys = { stats: { expected: 7, flaky: 0, unexpected: 0, skipped: 1 }, suites: [] }
const badJourneys = { stats: { expected: 5, flaky: 0, unexpected: 2, skipped: 1 }, suites: [] }

let site: string

beforeEach(() => {
  site = mkdtempSync(join(tmpdir(), 'grouplight-test-command-'))
  for (const folder of ['scripts', '.ci']) cpSync(join(root, folder), join(site, folder), { recursive: true })
  write('node_modules/vitest/vitest.mjs', fakeVitest)
  write('node_modules/@playwright/test/cli.js', fakePlaywright)
  // With these files, the dependencies count as installed and the product as built.
  const stamp = createHash('sha256').update('package-lock.json').update('{}').digest('hex')
  for (const [path, content] of Object.entries({
    'package-lock.json': '{}',
    'package.json': '{ "type": "module" }',
    'node_modules/.installed': stamp,
    'node_modules/.cache/database': '',
    'contract/src/.built': '',
    'locales/messages.d.ts': '',
    'locales/texts.d.ts': '',
    'web/dist/.built': stamp,
    'bin/chromium': '',
  }))
    write(path, content)
  rmSync(join(site, 'contract/src/.built'))
})
afterEach(() => rmSync(site, { recursive: true, force: true }))

describe('the test command', () => {
  test.each([
    ['everything passes', goodUnit, goodJourneys, 0, '37 passed, 0 failed, 4 skipped'],
    ['a unit test fails', badUnit, goodJourneys, 1, '35 passed, 2 failed, 4 skipped'],
    ['a journey fails', goodUnit, badJourneys, 1, '35 passed, 2 failed, 4 skipped'],
    ['both fail', badUnit, badJourneys, 1, '33 passed, 4 failed, 4 skipped'],
    ['the unit tests crash', undefined, goodJourneys, 1, '7 passed, 1 failed, 1 skipped'],
    ['the journeys crash', goodUnit, undefined, 1, '30 passed, 1 failed, 3 skipped'],
  ])('runs both parts and counts all tests if %s', async (_, unit, journeys, exit, lastLine) => {
    // An earlier report must not be counted again.
    write('node_modules/.cache/test-reports/unit.json', JSON.stringify(goodUnit))
    write('node_modules/.cache/test-reports/journeys.json', JSON.stringify(goodJourneys))
    const result = await run(process.execPath, ['scripts/test.mjs'], { unit, journeys })
    expect(result).toMatchObject({ exit, lastLine })
    expect(result.output).toMatch(/UNIT.*JOURNEYS/s)
    if (!unit) expect(result.output).toContain('unit: ended without a report')
    if (!journeys) expect(result.output).toContain('journeys: ended without a report')
  })

  test('names the journeys that passed only when they were repeated', async () => {
    const spec = { title: 'a toast', file: 'app/toast.test.ts', line: 3, tests: [{ status: 'flaky' }] }
    const journeys = {
      stats: { expected: 6, flaky: 1, unexpected: 0, skipped: 0 },
      suites: [{ specs: [], suites: [{ specs: [spec] }] }],
    }
    const result = await run(process.execPath, ['scripts/test.mjs'], { unit: goodUnit, journeys })
    expect(result).toMatchObject({ exit: 0, lastLine: '37 passed, 0 failed, 3 skipped' })
    expect(result.output).toContain('1 passed only when repeated: a toast (app/toast.test.ts:3)')
  })

  test('counts a failure if all tests passed, but the program that ran them failed', async () => {
    const unit = { ...goodUnit, exit: 1 }
    const result = await run(process.execPath, ['scripts/test.mjs'], { unit, journeys: goodJourneys })
    expect(result).toMatchObject({ exit: 1, lastLine: '37 passed, 1 failed, 4 skipped' })
  })

  test('counts a failure if the web app cannot be built', async () => {
    write('web/dist/.built', 'old')
    const result = await run(process.execPath, ['scripts/test.mjs'], {})
    expect(result).toMatchObject({ exit: 1, lastLine: '0 passed, 1 failed, 0 skipped' })
  })

  test.each([
    [['unit'], /UNIT --project=!scenarios\*/, /JOURNEYS/],
    [['system'], /UNIT --project=scenarios\*/, /JOURNEYS/],
    [['journeys'], /JOURNEYS/, /UNIT|@main/],
    [['unit', 'src/group'], /UNIT .* src\/group/, /JOURNEYS/],
    [['journeys', 'e2e/group'], /JOURNEYS .* e2e\/group/, /UNIT/],
    [[], /UNIT --project=!scenarios\*.*JOURNEYS.* --grep @main/s, /UNIT --project=scenarios/],
    [['all'], /UNIT --project=!scenarios.*UNIT --project=scenarios.*JOURNEYS/s, /@main/],
  ])('runs the suites of %j', async (args, expected, others) => {
    const reports = { unit: goodUnit, journeys: goodJourneys }
    const { output } = await run(process.execPath, ['scripts/test.mjs', ...args], reports)
    expect(output).toMatch(expected)
    expect(output).not.toMatch(others)
  })

  test('without PostgreSQL and Chromium, one line names what is not tested', async () => {
    rmSync(join(site, 'bin/chromium'))
    const result = await run(process.execPath, ['scripts/test.mjs'], { unit: goodUnit }, join(site, 'bin'))
    expect(result).toMatchObject({ exit: 0, lastLine: '30 passed, 0 failed, 3 skipped' })
    expect(result.output).toMatch(/^\*\*\* NOT TESTED, .* the journeys in Chromium/m)
  })
})

describe('.ci/run', () => {
  const checks = ['npm run check', 'node scripts/audit.mjs', 'npm run lighthouse']

  const good = '5 passed, 0 failed, 2 skipped'
  test.each([
    ['everything passes', good, [], 0, good],
    ['tests fail', '4 passed, 1 failed, 2 skipped', ['npm run test:all'], 1, '4 passed, 1 failed, 2 skipped'],
    ['the tests are killed', 'nothing', ['npm run test:all'], 1, '0 passed, 1 failed, 0 skipped'],
    ['the check fails', good, ['npm run check'], 1, '5 passed, 1 failed, 2 skipped'],
    ['the audit fails', good, ['node scripts/audit.mjs'], 1, '5 passed, 1 failed, 2 skipped'],
    ['Lighthouse fails', good, ['npm run lighthouse'], 0, good],
  ])(
    'runs all checks if %s, and the totals are its last line',
    async (_, totals, failing, exit, lastLine) => {
      for (const name of ['npm', 'node'])
        program(
          name,
          `command="${name} $*"
         echo "$command"
         [ "$command" != 'npm run test:all' ] || echo "${totals}"
         case "$command" in ${[...failing, 'nothing'].map(line => `'${line}'`).join('|')}) exit 1 ;; esac`,
        )
      // A user who is not root, for whom nothing is installed.
      program('id', 'echo 1000')
      const result = await run('/bin/bash', ['.ci/run'], {})
      expect(result).toMatchObject({ exit, lastLine })
      expect(result.output.match(/^(npm|node) .*/gm)).toEqual(['npm run test:all', ...checks])
    },
  )
})

function write(path: string, content: string): void {
  mkdirSync(dirname(join(site, path)), { recursive: true })
  writeFileSync(join(site, path), content)
}

function program(name: string, script: string): void {
  write(`bin/${name}`, `#!/bin/bash\n${script}\n`)
  chmodSync(join(site, 'bin', name), 0o755)
}

function fakeProgram(name: string, reportFile: string): string {
  return `import { mkdirSync, writeFileSync } from 'node:fs'
    import { dirname } from 'node:path'
    console.log('${name}', ...process.argv.slice(3))
    if (!process.env.${name}) throw new Error('crashed')
    const file = ${reportFile}
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, process.env.${name})
    const { numFailedTests, stats, exit } = JSON.parse(process.env.${name})
    process.exit(exit ?? ((numFailedTests ?? stats.unexpected) > 0 ? 1 : 0))`
}

async function run(
  command: string,
  args: string[],
  reports: { unit?: object; journeys?: object },
  path = `${join(site, 'bin')}:/usr/bin:/bin`,
) {
  const env: NodeJS.ProcessEnv = {
    PATH: path,
    CHROMIUM: join(site, 'bin/chromium'),
    ...(reports.unit && { UNIT: JSON.stringify(reports.unit) }),
    ...(reports.journeys && { JOURNEYS: JSON.stringify(reports.journeys) }),
  }
  const child = spawn(command, args, { cwd: site, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  const [out, errors, [exit]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { exit, output: out + errors, lastLine: out.trimEnd().split('\n').at(-1) }
}
