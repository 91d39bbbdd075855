import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { hasPostgres } from './server/testing/postgres.ts'
import { isQuick, skipsNothing } from './server/testing/test-scope.ts'
import { hookMs, testMs, waitMs } from './server/testing/time-limits.ts'

// These tests run with the password hashing of the product. For all other tests of the server, an alias replaces it by a cheap hash.
// account-enumeration.test.ts is left out, because it needs thousands of hashes and only counts them.
const withRealHashes = skipsNothing
  ? ['src/account/**/!(account-enumeration).test.ts']
  : ['src/account/passwords.test.ts']
const cheapArgon2 = fileURLToPath(new URL('server/testing/cheap-argon2.ts', import.meta.url))

const limits = {
  testTimeout: testMs,
  hookTimeout: hookMs,
  expect: { poll: { timeout: waitMs } },
  setupFiles: fileURLToPath(new URL('server/testing/wait-patiently.ts', import.meta.url)),
}

const server = {
  ...limits,
  root: './server',
  include: ['{src,testing,scenarios}/**/*.test.ts'],
  globalSetup: './testing/databases.ts',
  // A worker keeps the server's modules and the compiled embedded PostgreSQL for its next test file. Therefore a test file must undo
  // its changes to modules.
  isolate: false,
  execArgv: ['--import', fileURLToPath(new URL('server/src/resolve-drizzle.ts', import.meta.url))],
  alias: { '@node-rs/argon2': cheapArgon2 },
}

// These tests run only on the embedded database, because they need it or do not depend on the kind of the database.
const onceOnly = [
  'src/config.test.ts',
  'src/database/site-secret.test.ts',
  'src/availability/toggle-batcher.test.ts',
  'src/database/embedded/**/*.test.ts',
  'src/http/{access-table,network-address,site-tag}.test.ts',
  'src/live/{hub,reorder-buffer,node-heartbeat,socket}.test.ts',
  'src/mail/transport.test.ts',
  'src/metrics/*.test.ts',
  'src/operator/{check-registration,format-table,parse-command}.test.ts',
  'src/push/encryption.test.ts',
  'testing/*.test.ts',
]

const notInQuick = [
  'scenarios/{power-cuts,rolling-restart}.test.ts',
  'src/account/account-enumeration.test.ts',
  'src/backup/copy-database.test.ts',
  'src/database/embedded/{thread/watchdog,crashes/torn-writes}.test.ts',
]
// These tests run on both databases, because they depend most on the database. Tests that are also in `onceOnly` run only on the
// embedded database.
const onBoth = [
  'scenarios/{app-killed,power-cuts}.test.ts',
  ...(isQuick
    ? []
    : [
        'src/{availability,backup,database}/**/*.test.ts',
        'scenarios/{end-killed,model,ring-killed}.test.ts',
      ]),
]
// These tests start programs, which use the embedded database by default. `npm test` runs them only on that database.
const programs = ['src/{admin,app,main,main-stops}.test.ts', 'scenarios/start-killed.test.ts']
// All other tests of the server run on PostgreSQL, which is twice as fast as the embedded database. If PostgreSQL is not
// installed, and with `npm test -- embedded`, these tests run on the embedded database.
const isSplit = !skipsNothing && hasPostgres

// The slowest files of a project start first. If one of them started last, the other workers would be idle meanwhile.
const slow =
  /\/([\w-]+-killed|kill-nine|power-cuts|limits|who-rings|admin|coverage|nodes|change-detector|ringer|nobody-is-watched)\.test\.ts$/

// A worker that gets a file of another project is replaced, which takes a second. Therefore the files are sorted by project.
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ({ project, moduleId }: TestSpecification) =>
      `${project.name} ${slow.test(moduleId) ? 1 : 2}`
    return (await super.sort(files)).sort((a, b) => order(a).localeCompare(order(b)))
  }
}

const except = (...lists: string[][]) => [...configDefaults.exclude, ...lists.flat()]

export default defineConfig({
  test: {
    // Many tests wait for slow responses or child processes. Therefore more workers than cores are useful.
    maxWorkers: Math.min(6, 3 * availableParallelism()),
    sequence: { sequencer: ByProject },
    projects: [
      {
        test: {
          name: 'tools',
          ...limits,
          root: '.',
          include: ['scripts/*.test.ts', 'bench/**/*.test.ts'],
        },
      },
      { test: { name: 'contract', ...limits, root: './contract', include: ['src/**/*.test.ts'] } },
      { test: { name: 'web', ...limits, root: './web', include: ['src/**/*.test.ts'] } },
      {
        test: { name: 'accounts with real hashes, embedded', ...server, include: withRealHashes, alias: {} },
      },
      {
        test: {
          name: 'server, embedded',
          ...server,
          ...(isSplit && { include: [...onceOnly, ...onBoth, ...programs] }),
          exclude: except(withRealHashes, isQuick ? notInQuick : []),
        },
      },
      {
        test: {
          name: 'server on PostgreSQL',
          ...server,
          exclude: except(
            ['src/account/passwords.test.ts'],
            onceOnly,
            isQuick ? [...notInQuick, ...programs] : [],
          ),
        },
      },
    ],
  },
})
