// `npm run demo` starts a site with made-up users, who toggle now and then. The data is in a temporary folder.
import { build, env, install, runUntilStopped } from './prepare.mjs'

const node = install()
build(node)
runUntilStopped(node, ['--disable-warning=ExperimentalWarning', 'server/demo/main.ts'], { env })
