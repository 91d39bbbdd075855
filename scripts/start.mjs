import { build, env, install, runUntilStopped } from './prepare.mjs'

const node = install()
build(node)
runUntilStopped(node, ['--disable-warning=ExperimentalWarning', 'server/src/start/main.ts'], { env })
