import { existsSync } from 'node:fs'
import { build, install, run } from './prepare.mjs'

const node = install()
const biome = ['x64', 'arm64']
  .map(cpu => `node_modules/@biomejs/cli-linux-${cpu}/biome`)
  .find(path => existsSync(path))
if (biome) run(biome, ['ci', '--error-on-warnings', '.'])
else console.warn('Format and lint are not checked: Biome is not installed for this system.')
for (const part of ['contract', 'server', 'web', 'e2e', 'bench']) run('node_modules/.bin/tsc', ['-p', part])
run(node, ['node_modules/knip/bin/knip.js', '--no-progress'])
build(node)
run(node, ['scripts/lint-api.mjs'])
run(node, ['scripts/budget.ts'])
