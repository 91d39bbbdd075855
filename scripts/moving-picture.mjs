// `npm run moving-picture` films two phones for the README: a tap on one, and the lamp on the other.
import { findChromium } from './chromium.mjs'
import { build, install, run } from './prepare.mjs'

const node = install()
build(node)
run(node, ['--disable-warning=ExperimentalWarning', 'e2e/moving-picture.ts'], {
  env: { ...process.env, CHROMIUM: findChromium() },
})
