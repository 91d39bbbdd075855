// npm run lighthouse: what Lighthouse says of the first pages, on a simulated phone. Lighthouse itself is fetched for it alone.
import { findChromium } from './chromium.mjs'
import { build, install, run } from './prepare.mjs'

const node = install()
build(node)
const command = [node, '--disable-warning=ExperimentalWarning', 'e2e/lighthouse.ts']
run('npm', ['exec', '--yes', '--package=lighthouse@13.5.0', '--', ...command], {
  env: { ...process.env, CHROMIUM: findChromium() },
})
