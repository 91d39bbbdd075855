import { defineConfig } from 'vitest/config'

const server = {
  root: './server',
  include: ['{src,testing,scenarios}/**/*.test.ts'],
  globalSetup: './testing/databases.ts',
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // The server's modules, and the embedded PostgreSQL as compiled by then, serve the next file of a worker as well: what a file
  // has changed of them it puts back.
  isolate: false,
}

// What the two databases cannot answer differently is asked once, on the one that every machine has.
const onceOnly = [
  'src/config.test.ts',
  'src/account/{load-or-create-secret,passwords}.test.ts',
  'src/availability/toggle-batcher.test.ts',
  'src/database/embedded/**',
  'src/http/{api-document,endpoint-route,network-address,origin-check,request-rate-limit,slow-requests,web-files}.test.ts',
  'src/limits/minimum-duration.test.ts',
  'src/live/{hub,in-order,node-heartbeat,socket}.test.ts',
  'src/mail/{layout,transport}.test.ts',
  'src/metrics/**',
  'src/operator/{parse-command,table}.test.ts',
  'testing/**',
]

export default defineConfig({
  test: {
    // Tests mostly wait (for answers that take their time on purpose, for children): others compute meanwhile.
    maxWorkers: 4,
    projects: [
      { test: { name: 'house', root: '.', include: ['scripts/*.test.ts', 'bench/**/*.test.ts'] } },
      { test: { name: 'contract', root: './contract', include: ['src/**/*.test.ts'] } },
      { test: { name: 'web', root: './web', include: ['src/**/*.test.ts'] } },
      { test: { name: 'server, embedded', ...server } },
      { test: { name: 'server on PostgreSQL', ...server, exclude: onceOnly } },
    ],
  },
})
