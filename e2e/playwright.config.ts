import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { journeyMs, stepMs } from '../server/testing/time-limits.ts'
import { chromium, headlessShell } from './fixtures/chromium.ts'

// These journeys need a browser that can show notifications.
const withNotifications = [
  'ringing/{answers,answers-to-calls,mute,offer,quiet,ringing}.test.ts',
  'access/every-screen.test.ts',
]

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/journeys',
  fullyParallel: true,
  // One worker more than cores is useful, because journeys sometimes wait.
  workers: Math.min(4, availableParallelism() + 1),
  // A step may exceed its time limit while other programs use the machine. The journeys that passed only when repeated are named.
  retries: 1,
  reporter: 'list',
  timeout: journeyMs,
  expect: {
    timeout: stepMs,
    toMatchAriaSnapshot: {
      children: 'deep-equal',
      pathTemplate: '{testDir}/{testFileDir}/snapshots/{arg}{ext}',
    },
  },
  // Service workers would hide requests from the tests. Only the journeys that need service workers allow them.
  use: {
    browserName: 'chromium',
    serviceWorkers: 'block',
    trace: 'off',
    actionTimeout: stepMs,
  },
  projects: [
    { name: 'Chromium with notifications', testMatch: withNotifications, use: { launchOptions: chromium } },
    { name: 'Chromium', testIgnore: withNotifications, use: { launchOptions: headlessShell } },
  ],
})
