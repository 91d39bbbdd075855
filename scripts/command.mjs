// Carries out the npm commands that prepare the product and then run one program, for example `npm start`. This file runs before the
// dependencies are installed.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { requireChromium } from './chromium.mjs'
import { build, env, install, root, run, runUntilStopped } from './prepare.mjs'

const [name, ...args] = process.argv.slice(2)
const node = install()
const quiet = '--disable-warning=ExperimentalWarning'

const commands = {
  start: () => serve('server/src/start/main.ts'),
  demo: () => serve('server/demo/main.ts'),
  // A supervisor like systemd can then run server/src/start/main.ts.
  build: () => build(node),
  admin: () => run(node, [quiet, join(root, 'server/src/start/admin.ts'), ...args], { env }),
  check,
  // Writes the files as `check` demands them.
  format: () => biome(['check', '--write', '.']),
  bench() {
    build(node)
    run(node, ['bench/run.ts', ...args])
  },
  // Writes the table of docs/settings.md.
  settings: () => run(node, [quiet, 'scripts/settings.ts']),
  // Which tests check which rule of the specification.
  rules: () => run(node, [quiet, 'scripts/rules.ts', ...args]),
  scale: () => run(node, ['bench/scale.ts', ...args]),
  migration: addMigration,
  // Takes the screenshots that e2e/screenshots.ts describes.
  screenshots: () => runWithChromium([node, quiet, 'e2e/screenshots.ts', ...args]),
  // Records the animated image in the README: a tap on one phone switches a lamp on another phone.
  'moving-picture': () => runWithChromium([node, quiet, 'e2e/moving-picture.ts']),
  // Compares the main screens with their expected screenshots. `--update-snapshots` replaces the expected screenshots.
  'test:visual': () =>
    runWithChromium([
      ...[node, 'node_modules/@playwright/test/cli.js', 'test'],
      ...['--config', 'e2e/visual/visual.config.ts', ...args],
    ]),
  // Checks the login page, the sign-up page and the dashboard on a simulated phone. Lighthouse is not a dependency, but downloaded.
  lighthouse: () =>
    runWithChromium([
      ...['npm', 'exec', '--yes', '--package=lighthouse@13.5.0', '--'],
      ...[node, quiet, 'e2e/lighthouse.ts'],
    ]),
}
commands[name]()

function serve(program) {
  build(node)
  runUntilStopped(node, [quiet, program], { env })
}

function runWithChromium([command, ...words]) {
  build(node)
  run(command, words, { env: { ...process.env, CHROMIUM: requireChromium() } })
}

function check() {
  biome(['ci', '--error-on-warnings', '.'])
  run(node, ['locales/src/check.ts'])
  build(node)
  for (const part of ['contract', 'locales', 'server', 'web', 'e2e', 'bench'])
    run('node_modules/.bin/tsc', ['-p', part])
  run(node, ['node_modules/knip/bin/knip.js', '--no-progress'])
  run(node, ['scripts/lint-api.mjs'])
  run(node, ['scripts/budget.ts'])
}

function biome(args) {
  const program = ['x64', 'arm64']
    .map(cpu => `node_modules/@biomejs/cli-linux-${cpu}/biome`)
    .find(path => existsSync(path))
  if (program) run(program, args)
  else console.warn('Format and lint are not checked: Biome is not installed for this system.')
}

/** Writes the difference between `schema.ts` and the newest snapshot as the next migration: npm run migration -- --name what-it-does */
function addMigration() {
  run(node, ['../node_modules/drizzle-kit/bin.cjs', 'generate', ...args], { cwd: join(root, 'server') })
  // drizzle-kit reads only the newest snapshot.
  const folder = join(root, 'server/src/platform/database/migrations/meta')
  const snapshots = readdirSync(folder).filter(name => name.endsWith('_snapshot.json'))
  for (const name of snapshots.sort().slice(0, -1)) rmSync(join(folder, name))
}
