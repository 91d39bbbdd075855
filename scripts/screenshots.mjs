// `npm run screenshots` takes a screenshot of every listed screen, light and dark, from 320 to 1920 px wide (see e2e/screenshots.ts).
import { findChromium } from './chromium.mjs'
import { build, install, run } from './prepare.mjs'

const node = install()
build(node)
run(node, ['--disable-warning=ExperimentalWarning', 'e2e/screenshots.ts', ...process.argv.slice(2)], {
  env: { ...process.env, CHROMIUM: findChromium() },
})
