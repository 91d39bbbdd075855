import { defineConfig } from '@playwright/test'
import { chromium } from '../fixtures/chromium.ts'

// Pictures of the main screens beside those that were kept: `npm run looks`, and with `-- --update-snapshots` new ones are
// kept. A command of its own, because emails are drawn differently from one machine to the next.
export default defineConfig({
  testDir: '.',
  testMatch: '*.looks.ts',
  outputDir: '../../test-results/looks',
  snapshotPathTemplate: '{testDir}/kept/{arg}{ext}',
  timeout: 120_000,
  reporter: 'list',
  expect: { toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: 'disabled' } },
  use: { browserName: 'chromium', serviceWorkers: 'block', launchOptions: chromium },
})
