// `npm run screenshots` takes the screenshots that e2e/screenshots.ts describes.
import { requireChromium } from './chromium.mjs'
import { build, install, run } from './prepare.mjs'

const node = install()
build(node)
run(node, ['--disable-warning=ExperimentalWarning', 'e2e/screenshots.ts', ...process.argv.slice(2)], {
  env: { ...process.env, CHROMIUM: requireChromium() },
})
