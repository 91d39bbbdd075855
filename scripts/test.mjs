// npm test: unit and server tests, then the journeys in a real browser. `npm test -- unit` or `-- journeys` runs one half.
import { existsSync, readdirSync } from 'node:fs'
import { findChromium } from './chromium.mjs'
import { build, env, install, run } from './prepare.mjs'

const half = process.argv[2]
const node = install()
build(node)

if (half !== 'journeys') {
  const projects = [
    'house',
    'contract',
    'web',
    'server, embedded',
    ...(hasPostgres() ? ['server on PostgreSQL'] : []),
  ]
  run(node, ['node_modules/vitest/vitest.mjs', 'run', ...projects.flatMap(name => ['--project', name])], {
    env,
  })
  if (!projects.includes('server on PostgreSQL')) {
    console.warn(
      '\n*** NOT TESTED ON POSTGRESQL: none is installed (Debian: apt-get install postgresql). ***\n',
    )
  }
}

if (half !== 'unit') {
  run(node, ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'], {
    env: { ...env, CHROMIUM: findChromium() },
  })
}

function hasPostgres() {
  const debian = existsSync('/usr/lib/postgresql') && readdirSync('/usr/lib/postgresql').length > 0
  return debian || (process.env.PATH ?? '').split(':').some(folder => existsSync(`${folder}/initdb`))
}
