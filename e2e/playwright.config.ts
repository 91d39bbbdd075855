import { defineConfig } from '@playwright/test'
import { isQuick } from '../server/testing/test-scope.ts'
import { chromium } from './fixtures/chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results/journeys',
  // `npm test` skips the journeys with this tag, `npm run test:all` runs them.
  grepInvert: isQuick ? /@all/ : [],
  fullyParallel: true,
  // More workers than cores, because journeys mostly wait.
  workers: 3,
  // On a shared machine a step may be late once.
  retries: 1,
  reporter: 'list',
  timeout: 60_000,
  expect: {
    timeout: 15_000,
    toMatchAriaSnapshot: {
      children: 'deep-equal',
      pathTemplate: '{testDir}/{testFileDir}/snapshots/{arg}{ext}',
    },
  },
  // A service worker would hide requests that tests watch. The journey of the installed app allows it.
  use: {
    browserName: 'chromium',
    serviceWorkers: 'block',
    trace: 'off',
    actionTimeout: 15_000,
    launchOptions: chromium,
  },
})
