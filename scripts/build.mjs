// `npm run build` installs the dependencies and builds the product. A supervisor like systemd can then run server/src/start/main.ts.
import { build, install } from './prepare.mjs'

build(install())
