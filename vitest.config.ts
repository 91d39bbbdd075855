import { defineConfig } from 'vitest/config'

const server = {
  root: './server',
  include: ['{src,testing}/**/*.test.ts'],
  globalSetup: './testing/databases.ts',
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // The server's modules, and the embedded PostgreSQL as compiled by then, serve the next file of a worker as well: what a file
  // has changed of them it puts back.
  isolate: false,
}

// What the two databases cannot answer differently is asked once, on the one that every machine has.
const onceOnly = [
  'src/{config,kept-secret}.test.ts',
  'src/account/passwords.test.ts',
  'src/availability/toggle-lane.test.ts',
  'src/database/embedded/**',
  'src/http/{api-document,endpoint-route,flood-guard,network-address,origin-check,slow-requests,steady-answer,web-files}.test.ts',
  'src/live/{hub,in-order,pulse,socket}.test.ts',
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
