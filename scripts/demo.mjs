// `npm run demo` starts a site with a few groups, whose members come and go by themselves. Its data is in a temporary folder.
import { build, env, install, runUntilStopped } from './prepare.mjs'

const node = install()
build(node)
runUntilStopped(node, ['--disable-warning=ExperimentalWarning', 'server/demo/main.ts'], { env })
