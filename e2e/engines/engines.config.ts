import { defineConfig } from '@playwright/test'
import type { Engine } from './test.ts'

// The main journey in the engines of other browsers: `npm run test:engines`.
export default defineConfig<Engine>({
  testDir: '.',
  testMatch: '*.engines.ts',
  outputDir: '../../test-results/engines',
  workers: 1,
  reporter: [['list', { printSteps: true }]],
  timeout: 300_000,
  // A desktop window that loses the focus costs a try.
  retries: 2,
  projects: [
    { name: 'Firefox', use: { engine: 'Firefox' } },
    { name: 'WebKit', use: { engine: 'WebKit' } },
  ],
})
