// npm run bench: what the product can do on this machine, beside what the machine can do at all (see bench/).
import { install, run } from './prepare.mjs'

run(install(), ['bench/run.ts', ...process.argv.slice(2)])
