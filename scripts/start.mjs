// npm start: from a fresh clone to a running site.
import { build, env, install, live } from './prepare.mjs'

const node = install()
build(node)
live(node, ['--disable-warning=ExperimentalWarning', 'server/src/main.ts'], { env })
