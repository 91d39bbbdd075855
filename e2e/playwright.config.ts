import { defineConfig } from '@playwright/test'
import { isQuick } from '../server/testing/test-scope.ts'
import { chromium } from './fixtures/chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results/journeys',
  // `npm test` leaves the journeys with this tag to `npm run test:all`.
  grepInvert: isQuick ? /@all/ : [],
  fullyParallel: true,
  // More than cores: journeys mostly wait.
  workers: 3,
  // On a machine that others share something may come late once; what fails twice fails.
  retries: 1,
  reporter: 'list',
  timeout: 60_000,
  expect: {
    timeout: 15_000,
    // Nothing more and nothing less than what is written.
    toMatchAriaSnapshot: {
      children: 'deep-equal',
      pathTemplate: '{testDir}/{testFileDir}/snapshots/{arg}{ext}',
    },
  },
  // Tests watch and hold requests, which a service worker would hide; the journey of the installed app allows it.
  use: {
    browserName: 'chromium',
    serviceWorkers: 'block',
    trace: 'off',
    actionTimeout: 15_000,
    launchOptions: chromium,
  },
})
