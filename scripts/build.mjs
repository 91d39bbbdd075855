// `npm run build` installs and builds everything. A supervisor like systemd can then run server/src/main.ts directly.
import { build, install } from './prepare.mjs'

build(install())
