import { defineConfig } from '@playwright/test'
import { chromium } from '../fixtures/chromium.ts'

// `npm run test:visual` compares screenshots of the main screens with the expected ones. `-- --update-snapshots` replaces the
// expected screenshots. No other command runs this comparison, because machines draw fonts differently.
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
