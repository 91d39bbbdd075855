// Are there known holes in what runs? Part of CI. Ends with 1 on findings of 'high' and above; with 2 when the registry refuses or
// answers nonsense; with 0 when there are none, and when nobody can be asked: then it says NOT AUDITED.
import { spawnSync } from 'node:child_process'
import { root } from './prepare.mjs'

// A registry that has no audit says one of these.
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
      `The dependencies have known holes: ${found.critical} critical, ${found.high} high. See npm audit --omit=dev.`,
    )
  console.log('The dependencies have no known holes of high severity.')
} else if (unsupported.includes(report.statusCode)) {
  console.warn(`NOT AUDITED: the registry has no audit (${report.statusCode}).`)
} else if (error?.code === 'ETIMEDOUT' || /failed, reason:|network timeout/.test(report.message)) {
  console.warn('NOT AUDITED: the registry cannot be reached.')
} else {
  fail(
    2,
    `The dependencies could not be audited: the registry answered ${report.statusCode ?? 'what npm does not understand'}.`,
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
