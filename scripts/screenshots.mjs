// npm run screenshots: every screen, light and dark, on a phone and on a desk.
import { findChromium } from './chromium.mjs'
import { build, install, run } from './prepare.mjs'

const node = install()
build(node)
run(node, ['--disable-warning=ExperimentalWarning', 'e2e/screenshots.ts'], {
  env: { ...process.env, CHROMIUM: findChromium() },
})
