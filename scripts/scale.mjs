// `npm run scale` estimates from measured costs what sites of 1, 10 and 100 million users would need (see docs/scale.md).
import { install, run } from './prepare.mjs'

run(install(), ['bench/scale.ts', ...process.argv.slice(2)])
