// `npm run soak` runs the tests that repeat random events in rounds. It runs them one after the other, with many more rounds than
// `npm test`. `npm run soak -- model kills` runs only the tests whose `name` is `model` or `kills`. With `--tenth`, each test
// runs a tenth of its rounds.
import { spawn } from 'node:child_process'
import { cpus } from 'node:os'
import { install, root } from './prepare.mjs'

const embedded = 'scenarios, embedded'
const postgres = 'scenarios on PostgreSQL'

// `count` is the number of rounds of a test. It is passed in the environment variable `variable`. `minutes` is the time limit.
const parts = [
  {
    name: 'model',
    file: 'scenarios/model.test.ts',
    project: embedded,
    variable: 'RUNS',
    count: 300,
    minutes: 30,
  },
  {
    name: 'model',
    file: 'scenarios/model.test.ts',
    project: postgres,
    variable: 'RUNS',
    count: 300,
    minutes: 30,
  },
  {
    name: 'nodes',
    file: 'scenarios/postgres/model-across-nodes.test.ts',
    project: postgres,
    variable: 'RUNS',
    count: 200,
    minutes: 60,
  },
  {
    name: 'fuzz',
    file: 'scenarios/fuzz.test.ts',
    project: postgres,
    variable: 'REQUESTS',
    count: 100_000,
    minutes: 60,
  },
  {
    name: 'kills',
    file: 'scenarios/kills/app-killed.test.ts',
    project: embedded,
    variable: 'ROUNDS',
    count: 200,
    minutes: 40,
  },
  {
    name: 'kills',
    file: 'scenarios/kills/end-killed.test.ts',
    project: embedded,
    variable: 'ROUNDS',
    count: 100,
    minutes: 30,
  },
  {
    name: 'kills',
    file: 'scenarios/kills/ring-killed.test.ts',
    project: embedded,
    variable: 'ROUNDS',
    count: 100,
    minutes: 30,
  },
  {
    name: 'kills',
    file: 'scenarios/kills/hook-killed.test.ts',
    project: postgres,
    variable: 'ROUNDS',
    count: 100,
    minutes: 60,
  },
  {
    name: 'rolling',
    file: 'scenarios/postgres/rolling-restart.test.ts',
    project: postgres,
    variable: 'ROUNDS',
    count: 10,
    minutes: 20,
  },
  ...[embedded, postgres].map(project => ({
    name: 'kills',
    file: 'scenarios/kills/start-killed.test.ts',
    project,
    variable: 'ROUNDS',
    count: 200,
    minutes: 60,
  })),
  {
    name: 'cuts',
    file: 'scenarios/kills/power-cuts.test.ts',
    project: embedded,
    variable: 'ROUNDS',
    count: 40,
    minutes: 30,
  },
  {
    name: 'cuts',
    file: 'scenarios/embedded/torn-writes.test.ts',
    project: embedded,
    variable: 'ROUNDS',
    count: 100,
    minutes: 30,
  },
]

const requested = process.argv.slice(2).filter(word => !word.startsWith('--'))
const divisor = process.argv.includes('--tenth') ? 10 : 1
const unknown = requested.filter(word => !parts.some(({ name }) => name === word))
if (unknown.length > 0) {
  console.error(
    `There is no test named ${unknown.join(', ')}. The tests are: ${[...new Set(parts.map(({ name }) => name))].join(', ')}.`,
  )
  process.exit(2)
}

const node = install()
const summary = []
for (const part of parts.filter(({ name }) => requested.length === 0 || requested.includes(name)))
  summary.push(await runPart(part))

console.log(`\n${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} cores`)
for (const line of summary.flatMap(({ lines }) => lines)) console.log(`- ${line}`)
process.exit(summary.every(({ hasPassed }) => hasPassed) ? 0 : 1)

function runPart({ name, file, project, variable, count, minutes }) {
  const rounds = Math.ceil(count / divisor)
  console.log(`\n=== ${name}: ${rounds} rounds of ${file} (${project}), ${minutes} minutes at most`)
  const env = { ...process.env, [variable]: String(rounds) }
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, `server/${file}`]
  const child = spawn(node, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', chunk => {
    process.stdout.write(chunk)
    output += chunk
  })
  let isLate = false
  const deadline = setTimeout(() => {
    isLate = true
    child.kill('SIGTERM')
  }, minutes * 60_000)
  return new Promise(resolve => {
    child.on('close', code => {
      clearTimeout(deadline)
      const found = output.match(/^\d+ rounds of .*$/gm) ?? []
      const hasPassed = code === 0 && found.length > 0
      const failed = isLate ? `stopped after ${minutes} minutes` : `FAILED, see above`
      const lines = hasPassed ? found : [`${file}: ${failed}`]
      resolve({ hasPassed, lines: lines.map(line => `${line} (${project})`) })
    })
  })
}
