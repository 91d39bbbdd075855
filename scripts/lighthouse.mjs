// `npm run lighthouse` checks the login page, the sign-up page and the dashboard on a simulated phone. Lighthouse is not a dependency.
// The command downloads it.
import { requireChromium } from './chromium.mjs'
import { build, install, run } from './prepare.mjs'

const node = install()
build(node)
const command = [node, '--disable-warning=ExperimentalWarning', 'e2e/lighthouse.ts']
run('npm', ['exec', '--yes', '--package=lighthouse@13.5.0', '--', ...command], {
  env: { ...process.env, CHROMIUM: requireChromium() },
})
