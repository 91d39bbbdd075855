import { build, install, run } from './prepare.mjs'

const node = install()
build(node)
run(node, ['bench/run.ts', ...process.argv.slice(2)])
