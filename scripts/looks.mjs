// npm run looks: the main screens beside the pictures that were kept of them. `-- --update-snapshots` keeps new ones.
import { findChromium } from './chromium.mjs'
import { build, install, run } from './prepare.mjs'

const node = install()
build(node)
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/looks/looks.config.ts']
run(node, [...playwright, ...process.argv.slice(2)], { env: { ...process.env, CHROMIUM: findChromium() } })
