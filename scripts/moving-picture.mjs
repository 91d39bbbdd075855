// `npm run moving-picture` records the animated image in the README: a tap on one phone switches a lamp on another phone.
import { requireChromium } from './chromium.mjs'
import { build, install, run } from './prepare.mjs'

const node = install()
build(node)
run(node, ['--disable-warning=ExperimentalWarning', 'e2e/moving-picture.ts'], {
  env: { ...process.env, CHROMIUM: requireChromium() },
})
