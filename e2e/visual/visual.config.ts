import { defineConfig } from '@playwright/test'
import { chromium } from '../fixtures/chromium.ts'

// Compares screenshots of the main screens with the expected ones: `npm run test:visual`. With `-- --update-snapshots` it makes
// new ones. A command of its own, because machines draw fonts differently.
export default defineConfig({
  testDir: '.',
  testMatch: '*.visual.ts',
  outputDir: '../../test-results/visual',
  snapshotPathTemplate: '{testDir}/expected/{arg}{ext}',
  timeout: 120_000,
  reporter: 'list',
  expect: { toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: 'disabled' } },
  use: { browserName: 'chromium', serviceWorkers: 'block', launchOptions: chromium },
})
