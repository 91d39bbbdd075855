import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const reports = join(root, 'node_modules', '.cache', 'test-reports')

/** The tests of all parts that have run. */
export const totals = { passed: 0, failed: 0, skipped: 0 }

/**
 * Runs a part of the tests and adds its tests to `totals`. `commandFor` returns the command that writes its report to a file, and `count`
 * reads the numbers in this report. A part that fails without a failed test counts as one.
 */
export function runTests(name, commandFor, count) {
  const report = join(reports, `${name}.json`)
  mkdirSync(reports, { recursive: true })
  rmSync(report, { force: true })
  const [command, args, options] = commandFor(report)
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) console.error(String(error))
  const counted = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 }
  if (status !== 0 && counted.failed === 0) {
    const reason = existsSync(report) ? 'failed without a failed test' : 'ended without a report'
    console.error(`\n${name}: ${reason}\n`)
    counted.failed = 1
  }
  for (const key of Object.keys(totals)) totals[key] += counted[key]
}
