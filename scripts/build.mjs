// npm run build: everything that a start needs, and no start. For a supervisor, who runs server/src/main.ts itself.
import { build, install } from './prepare.mjs'

build(install())
