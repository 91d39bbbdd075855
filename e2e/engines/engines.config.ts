import { defineConfig } from '@playwright/test'
import type { Engine } from './test.ts'

const reports: ['json'][] = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json']] : []

// `npm run test:engines` runs the main journey in Firefox and WebKit.
export default defineConfig<Engine>({
  testDir: '.',
  testMatch: '*.engines.ts',
  outputDir: '../../test-results/engines',
  workers: 1,
  // `npm run test:all` counts the tests in a report.
  reporter: [['list', { printSteps: true }], ...reports],
  timeout: 300_000,
  // The window of a browser may lose the focus, and then the journey fails.
  retries: 2,
  projects: [
    { name: 'Firefox', use: { engine: 'Firefox' } },
    { name: 'WebKit', use: { engine: 'WebKit' } },
  ],
})
