// npm run scale: what far larger sites would need, by the measured costs (see docs/scale.md).
import { install, run } from './prepare.mjs'

run(install(), ['bench/scale.ts', ...process.argv.slice(2)])
