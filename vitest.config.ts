import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { hasPostgres } from './server/testing/postgres.ts'
import { hookMs, testMs, waitMs } from './server/testing/time-limits.ts'
import { texts } from './web/vite-texts.ts'

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const project = (name: string, settings: object): TestProjectConfiguration => ({
  test: {
    name,
    testTimeout: testMs,
    hookTimeout: hookMs,
    expect: { poll: { timeout: waitMs } },
    setupFiles: path('server/testing/wait-patiently.ts'),
    ...settings,
  },
})

const onServer = (name: string, include: string, ...exclude: string[]) =>
  project(name, {
    root: './server',
    include: [include],
    exclude,
    globalSetup: './testing/databases.ts',
    // A worker keeps its modules, the server of `useTestApp` and the compiled embedded PostgreSQL for its next test file.
    isolate: false,
    execArgv: ['--import', path('server/src/platform/database/resolve-drizzle.ts')],
    alias: { '@node-rs/argon2': path('server/testing/cheap-argon2.ts') },
  })

const [beside, scenarios] = ['{src,testing}/**/*.test.ts', 'scenarios/**/*.test.ts']

// A worker that gets a file of another project is replaced, which takes a second. Therefore the files are sorted by project.
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => a.project.name.localeCompare(b.project.name))
  }
}

export default defineConfig({
  test: {
    // Many tests wait for slow responses or child processes. Therefore more workers than cores are useful.
    maxWorkers: Math.min(6, 3 * availableParallelism()),
    sequence: { sequencer: ByProject },
    projects: [
      project('tools', { include: ['scripts/*.test.ts', 'bench/**/*.test.ts'] }),
      project('contract', { root: './contract', include: ['src/**/*.test.ts'] }),
      project('locales', { root: './locales', include: ['src/**/*.test.ts'] }),
      { plugins: [texts()], ...project('web', { root: './web', include: ['src/**/*.test.ts'] }) },
      onServer(hasPostgres ? 'server on PostgreSQL' : 'server, embedded', beside),
      ...(hasPostgres ? [onServer('scenarios on PostgreSQL', scenarios, 'scenarios/embedded/**')] : []),
      onServer('scenarios, embedded', scenarios, ...(hasPostgres ? ['scenarios/postgres/**'] : [])),
    ],
  },
})
