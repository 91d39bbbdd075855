// `npm run build` installs and builds everything for a start, but does not start the server. For supervisors like systemd, which
// run server/src/main.ts themselves.
import { build, install } from './prepare.mjs'

build(install())
