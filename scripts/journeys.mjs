// `scripts/test.mjs` runs this file. It runs the journeys in Chromium.
import { findChromium } from './chromium.mjs'
import { install, run } from './prepare.mjs'

const options = ['--config', 'e2e/playwright.config.ts', '--reporter=list,json']
run(install(), ['node_modules/@playwright/test/cli.js', 'test', ...options], {
  env: { ...process.env, CHROMIUM: findChromium() },
})
