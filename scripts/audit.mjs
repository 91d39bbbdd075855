// Checks the dependencies of the product for known vulnerabilities of severity 'high' or above. Ignores the dependencies of tests
// and tools. The exit code is 1 if there are vulnerabilities, and 2 if the registry answers with an error or an invalid response.
// If the registry does not support audits or cannot be reached, the exit code is 0, and a warning begins with NOT AUDITED.
import { spawnSync } from 'node:child_process'
import { root } from './prepare.mjs'

const unsupported = [404, 405, 501]

const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
  cwd: root,
  encoding: 'utf8',
  timeout: 120_000,
})
const report = parsed(stdout)
const found = report.metadata?.vulnerabilities
if (found) {
  if (found.high + found.critical > 0)
    fail(
      1,
      `The dependencies have known vulnerabilities: ${found.critical} critical, ${found.high} high. See npm audit --omit=dev.`,
    )
  console.log('The dependencies have no known vulnerabilities of high severity.')
} else if (unsupported.includes(report.statusCode)) {
  console.warn(`NOT AUDITED: the registry does not support audits (${report.statusCode}).`)
} else if (error?.code === 'ETIMEDOUT' || /failed, reason:|network timeout/.test(report.message)) {
  console.warn('NOT AUDITED: the registry cannot be reached.')
} else {
  fail(
    2,
    `The dependencies could not be audited: the registry answered ${report.statusCode ?? 'in a format that npm does not know'}.`,
  )
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function fail(code, message) {
  console.error(message)
  process.exit(code)
}
