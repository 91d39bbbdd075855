import { install, run } from './prepare.mjs'

run(install(), ['bench/scale.ts', ...process.argv.slice(2)])
