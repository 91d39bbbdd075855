// Are there known holes in what runs? Part of CI: fails on findings of 'high' and above; what nobody can say is no finding.
import { spawnSync } from 'node:child_process'
import { root } from './prepare.mjs'

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
  cwd: root,
  encoding: 'utf8',
  timeout: 120_000,
})
const found = countsIn(stdout)
if (!found) {
  console.warn('The dependencies were not audited: the registry does not answer that.')
} else if (found.high + found.critical > 0) {
  console.error(
    `The dependencies have known holes: ${found.critical} critical, ${found.high} high. See npm audit --omit=dev.`,
  )
  process.exit(1)
} else {
  console.log('The dependencies have no known holes of high severity.')
}

function countsIn(report) {
  try {
    return JSON.parse(report).metadata.vulnerabilities
  } catch {
    return null
  }
}
