import { defineConfig } from '@playwright/test'
import { chromium } from '../fixtures/chromium.ts'

// `npm run test:visual` compares the main screens with the pictures in expected/. `-- --update-snapshots` replaces these pictures.
// No other command runs this comparison, because machines draw fonts differently.
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
