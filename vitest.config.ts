import { defineConfig } from 'vitest/config'

const server = {
  root: './server',
  include: ['{src,testing}/**/*.test.ts'],
  globalSetup: './testing/databases.ts',
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'house', root: '.', include: ['scripts/*.test.ts'] } },
      { test: { name: 'contract', root: './contract', include: ['src/**/*.test.ts'] } },
      { test: { name: 'web', root: './web', include: ['src/**/*.test.ts'] } },
      { test: { name: 'server, embedded', ...server } },
      { test: { name: 'server on PostgreSQL', ...server, exclude: ['src/database/embedded/**'] } },
    ],
  },
})
