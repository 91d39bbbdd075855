// `npm run test:engines` runs the main journey in Firefox and in WebKit. An engine that is not installed is skipped.
import { existsSync } from 'node:fs'
import { build, env, install, run } from './prepare.mjs'

const engines = [
  { name: 'Firefox', programs: ['firefox-esr'], packages: 'firefox-esr' },
  { name: 'WebKit', programs: ['WebKitWebDriver', 'Xvfb'], packages: 'webkit2gtk-driver xvfb' },
]

const node = install()
build(node)
const installed = engines.filter(({ programs }) => programs.every(isInstalled))
for (const { name, packages } of engines.filter(engine => !installed.includes(engine)))
  console.warn(`${name} is not tested: it is not installed (Debian: apt-get install ${packages}).`)
if (installed.length > 0) {
  const config = ['--config', 'e2e/engines/engines.config.ts']
  const projects = installed.map(({ name }) => `--project=${name}`)
  run(node, ['node_modules/@playwright/test/cli.js', 'test', ...config, ...projects], { env })
}

function isInstalled(program) {
  return (process.env.PATH ?? '').split(':').some(folder => existsSync(`${folder}/${program}`))
}
