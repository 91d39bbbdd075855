// `npm run scale` calculates from measured costs how much hardware much larger sites would need (see docs/scale.md).
import { install, run } from './prepare.mjs'

run(install(), ['bench/scale.ts', ...process.argv.slice(2)])
