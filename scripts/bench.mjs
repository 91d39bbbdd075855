// `npm run bench` measures the product's capacity on this machine, and the machine's own speed for comparison (see bench/).
import { install, run } from './prepare.mjs'

run(install(), ['bench/run.ts', ...process.argv.slice(2)])
