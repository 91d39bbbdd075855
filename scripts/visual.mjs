// `npm run test:visual` compares the main screens with their expected screenshots. `npm run test:visual -- --update-snapshots`
// replaces the expected screenshots.
import { requireChromium } from './chromium.mjs'
import { build, install, run } from './prepare.mjs'

const node = install()
build(node)
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/visual/visual.config.ts']
run(node, [...playwright, ...process.argv.slice(2)], { env: { ...process.env, CHROMIUM: requireChromium() } })
