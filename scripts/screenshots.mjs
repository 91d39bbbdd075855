// `npm run screenshots` takes screenshots of the screens that e2e/screenshots.ts lists, light and dark, from 320 to 1920 px wide.
import { findChromium } from './chromium.mjs'
import { build, install, run } from './prepare.mjs'

const node = install()
build(node)
run(node, ['--disable-warning=ExperimentalWarning', 'e2e/screenshots.ts', ...process.argv.slice(2)], {
  env: { ...process.env, CHROMIUM: findChromium() },
})
